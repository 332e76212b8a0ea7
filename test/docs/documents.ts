/** The documents of the repository, and the snippets in them. */

import { globSync, readFileSync } from 'node:fs';

export interface Document {
  path: string;
  text: string;
}

export interface Snippet {
  /** `README.md:12`. */
  place: string;
  language: string;
  text: string;
}

export function readDocuments(): Document[] {
  return globSync(['*.md', '{docs,skills}/**/*.md', 'test/*/README.md', 'test/README.md'])
    .sort()
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

/** What users and their agents read; the files of contributors are their own. */
export function readUserDocuments(): Document[] {
  return readDocuments().filter(({ path }) => path === 'README.md' || /^(?:docs|skills)\//.test(path));
}

/** What they are shown to copy. */
export function readSnippets(): Snippet[] {
  return readUserDocuments().flatMap(({ path, text }) =>
    Array.from(text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm), ({ index, 1: language = '', 2: body = '' }) => ({
      place: `${path}:${text.slice(0, index).split('\n').length}`,
      language,
      text: body,
    })),
  );
}
