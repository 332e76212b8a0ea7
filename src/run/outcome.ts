/** How a command ends: a value for each endpoint, and one for the run as a whole. */

import type { DeployError, ErrorCode } from '../errors.ts';
import type { LogTail } from '../logs/read.ts';
import type { Endpoint } from '../model/endpoint.ts';
import type { Word } from '../plan/order.ts';
import type { Plan } from '../plan/plan.ts';
import type { ComparisonTold } from '../render/compare.ts';
import type { Deletion, Section } from '../render/run-comment.ts';
import type { EndpointStatus } from '../render/status.ts';
import type { Availability } from '../render/tests.ts';
import type { Annotation, EndpointOutputs, Operation, SummaryRank } from '../report.ts';
import type { End } from '../rollout/end.ts';
import type { Start } from '../rollout/start.ts';
import type { TestPass } from '../tests/run.ts';

/** `outputs`: with the digest that a later step promotes, if the candidate passes. */
export interface ComparisonReport extends Pick<ComparisonTold, 'failure' | 'summary'> {
  outputs: EndpointOutputs;
  production: ComparisonTold['production'] | undefined;
  /** Markdown of a load that refuses nothing. */
  load: string | undefined;
  /** Why a load has no verdict. */
  notLoaded: DeployError | undefined;
}

/** The output `endpoints[].candidate`. */
export interface CandidateReport {
  name: string;
  /** `passed`, or the reason of the failure. */
  verdict: 'passed' | ErrorCode;
  seconds: number;
  start: Start | undefined;
}

/** The end of a rollout, its log, its users, its candidate. */
export interface RolledOut {
  end: End;
  /** What users lost, of an endpoint that was awake. */
  availability?: Availability | undefined;
  /** The comparison or the load of a candidate. */
  compared?: ComparisonReport | undefined;
  /** How the candidate ended, where the version ran first as one. */
  candidate?: CandidateReport | undefined;
  /** The end of the log that explains the failure. */
  tail?: LogTail | undefined;
}

/** How a command has ended for one endpoint; src/render/outcome.ts has a row for each kind. */
export type Outcome = { name: string } & (
  | ({
      kind: 'rolled-out';
      plan: Plan;
      /** What there is to say of the order of commits. */
      words: readonly Word[];
      /** Why only the scaling of the plan was applied. */
      held?: Word;
      /** The run of the event that ended the previews has deleted what this one was waiting for: no failure. */
      isOvertaken?: boolean;
    } & RolledOut)
  | { kind: 'refused'; plan: Plan; failure: DeployError }
  /** The plan is not refused itself, but one beside it. */
  | { kind: 'held-back'; plan: Plan }
  | { kind: 'skipped'; word: Word }
  /** `refusal`: why a deploy would be refused. */
  | { kind: 'planned'; plan: Plan; refusal: DeployError | undefined }
  | { kind: 'deleted'; deletion: Deletion }
  /** `isWritten`: it was sent; with a failure, perhaps without effect. `until`: what starts it again, in sentences. */
  | {
      kind: 'parked';
      isWritten: boolean;
      until: string;
      failure: DeployError | undefined;
    }
  /** `failure`: it does not exist, or is another repository's; or how it is counts as a failure. */
  | { kind: 'read'; failure: DeployError | undefined; status?: EndpointStatus }
  /** An endpoint as it is, which is no failure. */
  | { kind: 'listed'; live: Endpoint; status: EndpointStatus }
  /** `none`: that there is no log, as a sentence, or ''. */
  | { kind: 'logged'; none: string; tails: readonly LogTail[] }
  | {
      kind: 'tested';
      pass: TestPass;
      /** The output `proof`. */
      proof: string;
      isCandidate: boolean;
      compared: ComparisonReport | undefined;
      tail: LogTail | undefined;
      failure: DeployError | undefined;
    }
  | { kind: 'exported' | 'validated' }
);

/** The end of a command. */
export interface RunEnd {
  /** One for each endpoint, in the order of the specs, or of the list. */
  outcomes: readonly Outcome[];
  /** The operation of the run, where that of its first endpoint does not say it. */
  operation?: Operation | undefined;
  /** What approves the plans; '' where one of them may not be seen. */
  planDigest?: string;
  /** The failure of the run as a whole; default: the failures of its endpoints. */
  failure?: DeployError | undefined;
  /** The last lines of the log, where the command has not said them. */
  lines?: string;
  /** The section of the summary for all endpoints; `rank` by default as the worst of them. */
  summary?: { markdown: string; rank?: SummaryRank | undefined };
  /** Said after the summary. */
  notices?: readonly Annotation[];
  /** Each endpoint has a section of its own, and several have an overview above them. */
  overview?: 'done' | 'planned';
  /** Tells the pull request, last. */
  comment?: ((sections: readonly Section[]) => Promise<void>) | undefined;
  /** Housekeeping after the verdict, which it does not change; resolves with an end that replaces this one. */
  afterwards?: ((sections: readonly Section[]) => Promise<RunEnd | undefined>) | undefined;
}
