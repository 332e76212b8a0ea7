/** Owns the end of a pull request's previews: every endpoint that is recorded as one of them deleted, and GitHub told. */

import { retireDeployments } from '../github/deployment-retirement.ts';
import { deletionLines, deletionTable } from '../render/deletions.ts';
import { writeComment } from './comment.ts';
import type { CommandContext, CommandResult } from './context.ts';
import { deleteAll, resultOf } from './deletions.ts';
import { degradation } from './github.ts';
import { previewNumberOf } from './ownership.ts';
import { type Preview, previewEnvironment } from './preview.ts';

/** Takes no spec: the branch may be gone, and what counts is what the endpoints themselves say. */
export async function closePreview(context: CommandContext, { pullRequest }: Preview): Promise<CommandResult> {
  const { inputs, reporter, signal, github } = context;
  const { number } = pullRequest;
  const client = context.connect();
  try {
    const { endpoints } = await client.list({ signal });
    const previews = endpoints.filter((endpoint) => previewNumberOf(endpoint, github.context.repository) === number);
    const deletions = await deleteAll(previews, { context, client, reason: () => `pull request #${number} is closed` });
    reporter.info(deletionLines(deletions, `no preview of pull request #${number} is there`).join('\n'));
    const markdown = `### Previews of pull request #${number}\n\n${deletionTable(deletions) || 'None was there any more.'}\n`;
    await reporter.summarize(markdown);
    const warn = degradation(reporter);
    const environment = inputs.environment || previewEnvironment;
    const retired = await retireDeployments(github.api, {
      environment,
      accepts: (payload) => payload.repository === github.context.repository && payload.pullRequest === number,
      logUrl: github.context.runUrl,
      ...(pullRequest.createdAt && { since: pullRequest.createdAt }),
    });
    if (!retired.ok) warn(retired.failure);
    for (const { endpoint } of deletions)
      await writeComment(context, { endpoint: endpoint.config.name, markdown, isUsual: true });
    return resultOf(deletions);
  } finally {
    await client.close();
  }
}
