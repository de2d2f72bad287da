import "server-only";

/** Failures caused by the endpoint rather than the unit. */
const endpointFailures = ["model_out_of_credits", "model_refused_key", "model_unreachable", "unavailable", "invalid_input"];
const manyInARow = 25;

/** Detects an endpoint that fails unit after unit, so that a run of ten thousand units does not ask a dead server ten thousand times. */
export class Breaker {
  private readonly inARow = new Map<string, number>();

  /** Counts an outcome; returns the reason to stop the run, or null. */
  note(runId: string, outcome: { outcome: "done" | "left" } | { outcome: "failed"; code: string; message: string }): string | null {
    if (outcome.outcome !== "failed" || !endpointFailures.includes(outcome.code)) {
      this.inARow.delete(runId);
      return null;
    }
    // No unit can succeed until somebody has paid.
    if (outcome.code === "model_out_of_credits") {
      this.inARow.delete(runId);
      return `Stopped: ${outcome.message} Resume the run once the account has credits again.`;
    }
    const count = (this.inARow.get(runId) ?? 0) + 1;
    this.inARow.set(runId, count);
    if (count < manyInARow) return null;
    this.inARow.delete(runId);
    return `Stopped after ${count} units in a row failed: ${outcome.message} Resume the run once that is fixed.`;
  }
}
