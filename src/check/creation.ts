/** What a new endpoint needs (service-api.md, v1 Create endpoint). */
import { type Member, members, valueAt } from '../model/config.ts';
import { type Issue, issueAt } from '../spec/issue.ts';
import type { SpecDocument } from '../spec/spec.ts';
import { memberText } from '../spec/words.ts';

/** Errors for what creation requires and has no documented default. A member that is given wrongly has an issue of its own. */
export function checkCreation(document: SpecDocument): Issue[] {
  const missing = members.filter((member) => member.neededToCreate !== undefined && isMissing(document, member));
  const byBlock = Map.groupBy(missing, ({ path }) => path.split('.')[0] ?? '');
  return [...byBlock].flatMap(([block, inBlock]) => {
    // Nothing of the block is there: that is one mistake.
    const paths = inBlock.length > 1 ? [[block]] : inBlock.map(({ path }) => path.split('.'));
    return paths.map((path) =>
      issueAt(document, path, {
        code: 'required-to-create',
        message: `${memberText(path)} is missing, and creating the endpoint requires it; an existing endpoint would keep its current value`,
        hint: inBlock[0]?.neededToCreate ?? '',
      }),
    );
  });
}

function isMissing(document: SpecDocument, { path }: Member): boolean {
  const [block = ''] = path.split('.');
  const isMalformed = document.mentions([block]) && valueAt(document.readable, block) === undefined;
  return !isMalformed && !document.mentions(path.split('.')) && valueAt(document.readable, path) === undefined;
}
