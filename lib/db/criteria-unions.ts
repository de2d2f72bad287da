import "server-only";
import type { Comment, UnionLine } from "@/lib/domain/criteria-round";
import { criteriaUnion } from "@/lib/review/criteria-union";
import { type Db, db } from "./client";
import { listComments } from "./comments";
import { listDecisions, listRedlineActions, listRedlines, type RedlineRow, type RoundRow } from "./criteria-rounds";

/** A round whose redlines are shown: its lines and what its experts are called. */
export interface Union {
  experts: string[];
  lines: UnionLine[];
}

/** The unions of rounds, by round, in four queries whatever the number of rounds. The caller leaves out rounds that are still open. */
export async function listUnions(rounds: readonly RoundRow[], on: Db = db()): Promise<Map<string, Union>> {
  const ids = rounds.map(({ id }) => id);
  const redlines = await listRedlines(ids, on);
  const submitted = redlines.filter(({ submittedAt }) => submittedAt !== null);
  const actions = await listRedlineActions(
    submitted.map(({ id }) => id),
    on,
  );
  const decisions = await listDecisions(ids, on);
  const comments = await listComments("criteria-round", ids, on);
  return new Map(
    rounds.map((round) => {
      const panel = redlines.filter(({ roundId }) => roundId === round.id);
      const names = expertNames(panel, round.anonymous);
      const counted = submitted
        .filter(({ roundId }) => roundId === round.id)
        .map((redline) => ({ ...redline, expert: names(redline) }))
        .sort((a, b) => a.expert.localeCompare(b.expert, "en", { numeric: true }));
      const threads = new Map<string, Comment[]>();
      for (const { targetId, place, userId, name, at, id, text } of comments) {
        if (targetId !== round.id || place === null) continue;
        const own = panel.find((redline) => redline.userId !== null && redline.userId === userId);
        const by = own === undefined ? (name ?? "A former member") : names(own);
        threads.set(place, [...(threads.get(place) ?? []), { id, by, text, at: at.toISOString() }]);
      }
      const lines = criteriaUnion({
        items: round.items,
        pairwise: round.kind === "pairwise",
        redlines: counted.map(({ id, expert }) => ({ expert, actions: actions.get(id) ?? [] })),
        decisions: decisions.get(round.id) ?? new Map(),
        comments: threads,
      });
      return [round.id, { experts: counted.map(({ expert }) => expert), lines }];
    }),
  );
}

/** What each expert is called: by name or, in an anonymous round, by code. A name that two of them have gets the code too. */
function expertNames(panel: readonly RedlineRow[], anonymous: boolean): (redline: RedlineRow) => string {
  return ({ code, name }) => {
    if (anonymous || name === null) return code;
    return panel.filter((other) => other.name === name).length > 1 ? `${name} (${code})` : name;
  };
}
