/** The annotations about plans that are carried out, before the first write. */

import { fewOf } from '../render/text.ts';
import type { CommandContext } from '../run/context.ts';
import type { JudgedPlan } from './judge.ts';

/** One annotation for all endpoints of which the same is said. */
export function annotateWords(judged: readonly JudgedPlan[], { reporter, signal }: CommandContext): void {
  if (signal.aborted) return;
  const said = judged.flatMap(({ plan, decision }) =>
    decision.kind === 'go' ? decision.words.map((word) => ({ word, name: plan.desired.name })) : [],
  );
  for (const group of Map.groupBy(said, ({ word }) => word.message).values()) {
    const names = group.map(({ name }) => name);
    const [first] = group;
    if (!first) continue;
    const { word } = first;
    const message = `${names.join(', ')}: ${word.message}`;
    reporter.annotate({ ...word, title: `${fewOf(names)}: ${word.title}`, message });
  }
}
