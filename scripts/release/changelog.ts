/** Reads CHANGELOG.md, which is in the form of Keep a Changelog. */

export interface ChangelogSection {
  /** A version, or `Unreleased`. */
  title: string;
  /** `2026-11-30`; undefined for what is not released. */
  date: string | undefined;
  /** Markdown, without the heading. */
  text: string;
}

/** The sections of the second level, in their order. Throws at a heading that is neither `## [Unreleased]` nor `## [1.2.3] - 2026-11-30`. */
export function parseChangelog(markdown: string): ChangelogSection[] {
  const [, ...parts] = `\n${markdown}`.replace(/\n\[[^\]]+\]: \S+(?=\n|$)/g, '').split(/\n## /);
  return parts.map((part) => {
    const [heading = '', ...lines] = part.split('\n');
    const [, title, date] = /^\[(Unreleased|\d+\.\d+\.\d+(?:-[\w.]+)?)\](?: - (\d{4}-\d\d-\d\d))?$/.exec(heading) ?? [];
    if (title === undefined || (title === 'Unreleased') !== (date === undefined))
      throw new Error(`CHANGELOG.md: the heading "## ${heading}" is not of the form "## [1.2.3] - 2026-11-30"`);
    return { title, date, text: lines.join('\n').trim() };
  });
}
