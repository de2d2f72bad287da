import "server-only";
import type { Amount, BudgetLedger } from "@/lib/domain/gate";
import { prisma } from "./client";

/** What a run's requests count against its budget. A request whose outcome is unknown, because its process died, counts at its maximum cost. */
export async function sumSpent(runId: string): Promise<Amount> {
  const { _sum } = await prisma().budgetEntry.aggregate({ where: { runId }, _sum: { usd: true, tokens: true } });
  return { usd: _sum.usd ?? 0, tokens: _sum.tokens ?? 0 };
}

/** The ledger of a run's budget, which outlives the process that does the spending. */
export const budgetLedger = (runId: string): BudgetLedger => ({
  open: async ({ usd, tokens }) => (await prisma().budgetEntry.create({ data: { runId, usd, tokens }, select: { id: true } })).id,
  settle: async (id, { usd, tokens }) => {
    if (usd === 0 && tokens === 0) await prisma().budgetEntry.deleteMany({ where: { id } });
    else await prisma().budgetEntry.updateMany({ where: { id }, data: { usd, tokens } });
  },
});
