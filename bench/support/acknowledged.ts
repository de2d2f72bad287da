export interface AcknowledgedScore {
  person: number;
  sampleId: string;
  criterionId: string;
  score: number;
  actionIds: string[];
}

/** An export that ended as whole, beside the scores that were acknowledged before it was asked for. */
export interface JudgedExport {
  known: number;
  /** How many of those it lacks, or has with another score or without some of their actions. */
  missing: number;
  /** How many of its actions are there more than once. */
  repeated: number;
}

/** Everything that the product confirmed to the clients. */
export interface Acknowledged {
  scores: AcknowledgedScore[];
  submitted: string[];
  comments: string[];
  imports: { importId: string; task: string; externalIds: string[] }[];
  exports: JudgedExport[];
  /** Exports that the worker wrote to their end. */
  prepared: string[];
  runs: string[];
  rounds: { roundId: string; actionIds: string[] }[];
}

export const nothingYet = (): Acknowledged => ({
  ...{ scores: [], submitted: [], comments: [], imports: [], exports: [], prepared: [], runs: [], rounds: [] },
});
