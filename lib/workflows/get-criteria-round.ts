import "server-only";
import { findReplacedWork, getRoundRow, listRedlineActions, listRedlines, toRoundSummary } from "@/lib/db/criteria-rounds";
import { listUnions } from "@/lib/db/criteria-unions";
import type { CriteriaRound } from "@/lib/domain/criteria-round";
import { withItemIds } from "@/lib/domain/draft";
import { AppError } from "@/lib/domain/errors";
import { type Actor, demand, may } from "@/lib/domain/policy";
import { panelFigures } from "@/lib/report/criteria-panel";
import { countedOutcomes } from "@/lib/review/counted-outcomes";

/**
 * A round as this person may see it. While it is open the others' redlines are not even read, for moderators either: they only see who has
 * submitted. Afterwards its panel and the moderators see the union with its threads, decisions and figures.
 */
export async function getCriteriaRound(actor: Actor, input: { roundId: string }): Promise<CriteriaRound> {
  const round = await getRoundRow(input.roundId);
  demand(actor, "criteria.redline", round.projectId, "round");
  const moderates = may(actor, "criteria.edit", round.projectId);
  const redlines = await listRedlines([round.id]);
  const own = redlines.find(({ userId }) => userId === actor.userId);
  if (own === undefined && !moderates) throw new AppError("not_found", "There is no such round.");
  const actions = own === undefined ? [] : ((await listRedlineActions([own.id])).get(own.id) ?? []);
  const union = round.collectedAt === null ? null : ((await listUnions([round])).get(round.id) ?? null);
  const panel = redlines
    .map(({ userId, name, submittedAt }) => ({ userId, name: name ?? "A former member", submitted: submittedAt !== null }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
  return {
    ...toRoundSummary(round),
    items: withItemIds([...round.items]).map(({ id, kind, text }) => ({ id, kind, text })),
    mine: own === undefined ? null : { code: own.code, submitted: own.submittedAt !== null, actions },
    panel: moderates ? panel : null,
    union: union === null ? null : union.lines,
    figures: union === null ? null : panelFigures(countedOutcomes(union, round.removedBefore)),
    replaces: moderates ? await findReplacedWork(round.taskId) : null,
  };
}
