import "server-only";
import type { Amount, BudgetLedger } from "@/lib/domain/gate";
import { pool } from "./client";

/** What the requests of a run count against its budget, those among them whose outcome nobody knows, because their process died, at their most. */
export async function sumSpent(runId: string): Promise<Amount> {
  const result = await pool().query<Amount>(
    "select coalesce(sum(usd), 0)::float8 as usd, coalesce(sum(tokens), 0)::float8 as tokens from budget_entries where run_id = $1",
    [runId],
  );
  return result.rows[0] ?? { usd: 0, tokens: 0 };
}

/** The ledger of a run's budget, which outlives the process that spends. */
export const budgetLedger = (runId: string): BudgetLedger => ({
  open: async (most) => {
    const result = await pool().query<{ id: string }>("insert into budget_entries (run_id, usd, tokens) values ($1, $2, $3) returning id", [
      runId,
      most.usd,
      most.tokens,
    ]);
    return result.rows[0]?.id ?? "";
  },
  settle: async (id, used) => {
    if (used.usd === 0 && used.tokens === 0) await pool().query("delete from budget_entries where id = $1", [id]);
    else await pool().query("update budget_entries set usd = $2, tokens = $3 where id = $1", [id, used.usd, used.tokens]);
  },
});
