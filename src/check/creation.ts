/** What a new endpoint needs (service-api.md, v1 Create endpoint). */
import { type Member, members, valueAt } from '../model/config.ts';
import { type Issue, issueAt, memberText } from '../spec/issue.ts';
import type { SpecDocument } from '../spec/spec.ts';

interface Missing {
  readonly path: readonly string[];
  readonly hint: string;
}

/** Errors for what creation requires and has no documented default. A field that is given wrongly has an issue of its own. */
export function checkCreation(document: SpecDocument): Issue[] {
  return missingOf(document).map(({ path, hint }) =>
    issueAt(document, path, {
      code: 'required-to-create',
      message: `${memberText(path)} is missing, and creating the endpoint requires it; an existing endpoint would keep its current value`,
      hint,
    }),
  );
}

/** One notice of what creation would require, for who does not know whether the endpoint exists. */
export function noteCreation(document: SpecDocument): Issue[] {
  const missing = missingOf(document);
  if (missing.length === 0) return [];
  return [
    issueAt(document, ['name'], {
      code: 'required-to-create',
      severity: 'notice',
      message: `creating the endpoint would need ${missing.map(({ path }) => memberText(path)).join(', ')}; an existing one keeps what it has`,
      hint: missing.map(({ hint }) => hint).join(' '),
    }),
  ];
}

function missingOf(document: SpecDocument): Missing[] {
  const missing = members.filter((member) => member.neededToCreate !== undefined && isMissing(document, member));
  const byBlock = Map.groupBy(missing, ({ path }) => path.split('.')[0] ?? '');
  return [...byBlock].flatMap(([block, inBlock]) => {
    // Nothing of the block is there: that is one mistake.
    const paths = inBlock.length > 1 ? [[block]] : inBlock.map(({ path }) => path.split('.'));
    return paths.map((path) => ({ path, hint: inBlock[0]?.neededToCreate ?? '' }));
  });
}

function isMissing(document: SpecDocument, { path }: Member): boolean {
  const [block = ''] = path.split('.');
  const isMalformed = document.mentions([block]) && valueAt(document.readable, block) === undefined;
  return !isMalformed && !document.mentions(path.split('.')) && valueAt(document.readable, path) === undefined;
}
