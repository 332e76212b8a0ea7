/** The command `validate`: the specs checked offline, and against the live limits where there is a key. */

import { checkCreation, checkDocuments } from '../check/plan.ts';
import { readLimits } from '../deploy/prepare.ts';
import { heading, paragraphs } from '../render/markdown.ts';
import { imageLine } from '../render/plan.ts';
import type { CommandContext, CommandFunction } from '../run/context.ts';
import { askRegistries, namesIn, readSpecs, reportIssues } from '../run/specs.ts';
import { hasErrors, type Issue, type SpecDocument } from '../spec/issue.ts';

export const command: CommandFunction = async (context) => {
  const { inputs, reporter, outputs } = context;
  const { documents, issues } = await readSpecs(context);
  const [limits, imageIssues] =
    inputs.apiKey === ''
      ? [undefined, []]
      : await Promise.all([
          readLimits(context, { isNeeded: false }),
          inputs.resolveImage === 'off' ? [] : checkImages(context, documents),
        ]);
  const all: Issue[] = [
    ...issues,
    ...checkDocuments(documents, { limits, mayExceed: inputs.allow.has('beyond-limits') }),
    ...imageIssues,
  ];
  const names = namesIn(documents);
  outputs.setEndpoints(names.map((name) => ({ name })));
  if (!hasErrors(all)) {
    all.push(...documents.flatMap((document) => checkCreation(document, 'notice')));
    const [sign, unread] =
      inputs.apiKey === ''
        ? ['✅', '; checking the live limits needs an API key']
        : ['⚠️', ', and not against the live limits, which could not be read'];
    const checked = `Checked against the spec rules${limits ? ' and the live limits' : unread}.`;
    reporter.info(`Valid: ${names.join(', ')}. ${checked}`);
    const title = heading(`${limits ? '✅' : sign} Valid: ${names.join(', ')}`);
    await reporter.summarize(paragraphs([title, checked]));
  }
  await reportIssues(all, context);
  return { outcomes: names.map((name) => ({ kind: 'validated', name })), operation: 'validated' };
};

/** Which of the images a deploy would change is not known here: all of them are asked about. */
async function checkImages(context: CommandContext, documents: readonly SpecDocument[]): Promise<Issue[]> {
  const images = documents.map((document) => ({ document, written: document.spec?.image?.image }));
  const answers = await askRegistries(images, { context, mustKnow: false });
  for (const { resolvedImage } of answers) if (resolvedImage) context.reporter.info(imageLine(resolvedImage));
  return answers.flatMap(({ issues }) => issues);
}
