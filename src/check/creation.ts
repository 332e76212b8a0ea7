/** Owns what an endpoint needs to come into being (service-api.md, v1 Create endpoint); does not know whether it exists. */
import { type Issue, issueAt } from '../spec/issue.ts';
import type { SpecDocument } from '../spec/spec.ts';
import { memberText } from '../spec/words.ts';

/** What the contract requires on creation and has no documented default. A member that is given wrongly has an issue of its own. */
export function checkCreation(document: SpecDocument): Issue[] {
  const { readable } = document;
  const missing: { path: readonly string[]; hint: string }[] = [];
  if (!document.mentions(['ports'])) missing.push({ path: ['ports'], hint: 'Add for example `ports: [8000]`.' });
  if (!document.mentions(['policy']))
    missing.push({ path: ['policy'], hint: 'Add for example `policy: {type: concurrency, value: 8}`.' });
  const imageIsSound = readable.image !== undefined || !document.mentions(['image']);
  if (imageIsSound && readable.image?.image === undefined && !document.mentions(['image', 'image'])) {
    missing.push({ path: ['image', 'image'], hint: 'Add the address of an image, or set the input `image`.' });
  }
  return missing.map(({ path, hint }) =>
    issueAt(document, path, {
      code: 'required-to-create',
      message: `${memberText(path)} is missing and needed to create the endpoint; an existing endpoint would keep its own`,
      hint,
    }),
  );
}
