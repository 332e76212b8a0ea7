/** How a command ends: a value for each endpoint, and what is of the run as a whole. */

import type { DeployError, ErrorCode, ErrorDetails } from '../errors.ts';
import type { LogTail } from '../logs/read.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Word } from '../plan/order.ts';
import type { Plan } from '../plan/plan.ts';
import type { ComparisonTold } from '../render/compare.ts';
import type { CommentSection, Deletion } from '../render/run-comment.ts';
import type { EndpointStatus } from '../render/status.ts';
import type { Availability } from '../render/tests.ts';
import type { Annotation, EndpointOutputs, Operation, SummaryRank } from '../report.ts';
import type { End } from '../rollout/end.ts';
import type { Start } from '../rollout/start.ts';
import type { TestPass } from '../tests/run.ts';

/** `outputs`: with the digest that a later step promotes, if the candidate passes; `load`: as Markdown, or undefined. */
export type ComparisonReport = Pick<ComparisonTold, 'failure' | 'isPassed' | 'summary' | 'production'> & {
  outputs: EndpointOutputs;
  load?: string;
  /** Why a load has no verdict. */
  notLoaded?: Pick<ErrorDetails, 'message' | 'hint'> | undefined;
};

/** As the output `endpoints[].candidate` tells it. */
export interface CandidateReport {
  readonly name: string;
  /** `passed`, or the reason of the failure. */
  readonly verdict: 'passed' | ErrorCode;
  readonly seconds: number;
  readonly start: Start | undefined;
}

/** How a command has ended for one endpoint; src/render/outcome.ts has a row for each kind. */
export type Outcome = { readonly name: string } & (
  | {
      readonly kind: 'rolled-out';
      readonly plan: Plan;
      readonly end: End;
      /** What there is to say of the order of commits. */
      readonly words: readonly Word[];
      /** Why only the scaling of the plan was applied. */
      readonly held?: Word;
      /** Of an endpoint that was awake. */
      readonly availability?: Availability | undefined;
      /** Of a candidate that was compared, or loaded. */
      readonly compared?: ComparisonReport | undefined;
      /** Of a version that ran first as a candidate. */
      readonly candidate?: CandidateReport | undefined;
      /** Of the log that explains the failure. */
      readonly tail?: LogTail | undefined;
      /** The run of the event that ended the previews has deleted what this one was waiting for: no failure. */
      readonly isOvertaken?: boolean;
    }
  | { readonly kind: 'refused'; readonly plan: Plan; readonly failure: DeployError }
  /** Not refused itself, beside one that is. */
  | { readonly kind: 'held-back'; readonly plan: Plan }
  | { readonly kind: 'skipped'; readonly word: Word }
  /** `refusal`: why a deploy would be refused. */
  | { readonly kind: 'planned'; readonly plan: Plan; readonly refusal: DeployError | undefined }
  | { readonly kind: 'deleted'; readonly deletion: Deletion }
  /** `isWritten`: it was sent; with a failure, perhaps without effect. `until`: what starts it again, in sentences. */
  | {
      readonly kind: 'parked';
      readonly isWritten: boolean;
      readonly until: string;
      readonly failure: DeployError | undefined;
    }
  /** `failure`: it does not exist, or is another repository's; or how it is counts as a failure. */
  | { readonly kind: 'read'; readonly failure: DeployError | undefined; readonly status?: EndpointStatus }
  /** As it is, which is no failure. */
  | { readonly kind: 'listed'; readonly live: Endpoint; readonly status: EndpointStatus }
  /** `none`: that there is no log, as a sentence, or ''. */
  | { readonly kind: 'logged'; readonly none: string; readonly tails: readonly LogTail[] }
  | {
      readonly kind: 'tested';
      readonly pass: TestPass;
      /** As the output says it. */
      readonly proof: string;
      readonly isCandidate: boolean;
      readonly compared: ComparisonReport | undefined;
      readonly tail: LogTail | undefined;
      readonly failure: DeployError | undefined;
    }
  | { readonly kind: 'exported' | 'validated' }
);

/** What the summary, and perhaps a comment, says of one endpoint. */
export interface Section extends CommentSection {
  /** A candidate that is unchanged and asleep: what an earlier run has compared still holds. */
  isAsBefore?: boolean;
}

/** The end of a command. */
export interface RunEnd {
  /** In the order of the specs, or of the list. */
  readonly outcomes: readonly Outcome[];
  /** Of the run, where that of its first endpoint does not say it. */
  readonly operation?: Operation | undefined;
  /** Of the run as a whole; default: as its endpoints have failed. */
  readonly failure?: DeployError | undefined;
  /** The last lines of the log, where the command has not said them. */
  readonly lines?: string;
  /** The section of the summary for all endpoints; `rank` by default as the worst of them. */
  readonly summary?: { readonly markdown: string; readonly rank?: SummaryRank | undefined };
  /** Said after the summary. */
  readonly notices?: readonly Annotation[];
  /** Each endpoint has a section of its own, and several have an overview above them. */
  readonly overview?: 'done' | 'planned';
  /** Tells the pull request, last. */
  readonly comment?: ((sections: readonly Section[]) => Promise<void>) | undefined;
  /** Housekeeping after the verdict, which it does not change; the end that it resolves with takes the place of this one. */
  readonly afterwards?: ((sections: readonly Section[]) => Promise<RunEnd | undefined>) | undefined;
}
