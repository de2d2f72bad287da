import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { pool } from "@/lib/db/client";
import type { NewAction } from "@/lib/domain/action";
import { type CriterionContent, criterionContent } from "@/lib/domain/criterion";
import { AppError } from "@/lib/domain/errors";
import type { Actor } from "@/lib/domain/policy";
import { temporaryInstance } from "@/lib/testing/accounts";
import { accept, chain, named, type Panel, panel, redline, redlineAll, remove, revise, scale } from "@/lib/testing/criteria-panel";
import { action, member } from "@/lib/testing/small-study";
import { commentOnCriterion } from "./comment-on-criterion";
import { decideCriterion } from "./decide-criterion";
import { discussCriteriaRound } from "./discuss-criteria-round";
import { endCriteriaRound } from "./end-criteria-round";
import { exportProject } from "./export-project";
import { getCriteriaRound } from "./get-criteria-round";
import { listAudit } from "./list-audit";
import { listCriteriaRates } from "./list-criteria-rates";
import { listCriteriaRounds } from "./list-criteria-rounds";
import { listCriteriaSets } from "./list-criteria-sets";
import { listReasonCodes } from "./list-reason-codes";
import { openCriteriaRound } from "./open-criteria-round";
import { publishCriteriaRound } from "./publish-criteria-round";
import { saveRedline } from "./save-redline";
import { submitRedline } from "./submit-redline";

temporaryInstance();

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);
const shares = (rates: {
  accept: { count: number };
  revise: { count: number };
  remove: { count: number };
  add: { count: number };
  n: number;
}) => [rates.accept.count, rates.revise.count, rates.remove.count, rates.add.count, rates.n];

test("no byte of a reply shows an expert or a moderator another's redline before the redlines are shown", async () => {
  const study = await panel();
  const { projectId, taskId, roundId, ada, ben, moderator } = study;
  await redline(ben, roundId, [
    ...accept(0, 1),
    { ...revise(2, named("BEN-WROTE-THIS")), reason: "BEN-SAID-SO", reasonCode: "duplicate" },
    remove(3),
    remove(4),
  ]);
  const replies: string[] = [];
  const ask = async (reply: Promise<unknown>) => {
    const outcome = await reply.catch((error: unknown) =>
      error instanceof AppError ? { code: error.code, message: error.message, details: error.details } : String(error),
    );
    replies.push(JSON.stringify(outcome));
    return outcome;
  };
  for (const actor of [ada, moderator]) {
    await ask(listCriteriaRounds(actor, { taskId }));
    await ask(getCriteriaRound(actor, { roundId }));
    await ask(listCriteriaSets(actor, { taskId }));
    await ask(listCriteriaRates(actor, { taskId }));
    await ask(commentOnCriterion(actor, { roundId, lineId: "2", text: "x" }));
    await ask(decideCriterion(actor, { roundId, lineId: "2", criterion: null, group: null, note: "" }));
    await ask(publishCriteriaRound(actor, { roundId }));
    await ask(saveRedline(actor, { roundId, actions: chain(accept(9)) }));
    await ask(discussCriteriaRound(actor, { roundId, withoutMissing: false }));
  }
  const admin = await member(projectId, "admin");
  await ask(listAudit(admin, { projectId, limit: 500 }));
  const exported = await exportProject(admin, { projectId, format: "jsonl" });
  for await (const part of exported.body) replies.push(String(part));
  expect((await listReasonCodes(admin, { projectId })).used?.criteria).toEqual([]);
  const own = await saveRedline(ada, { roundId, actions: chain(accept(0)) });
  await ask(saveRedline(ada, { roundId, actions: chain(accept(1)) }));
  await ask(Promise.resolve(own));
  const before = await getCriteriaRound(ada, { roundId });
  expect(before).toMatchObject({ union: null, figures: null, panel: null, mine: { submitted: false, actions: [{ itemId: "0" }] } });
  for (const secret of ["BEN-WROTE-THIS", "BEN-SAID-SO", "duplicate", '"itemId":"2"', '"itemId":"3"', "remove"]) {
    expect(replies.filter((reply) => reply.includes(secret))).toEqual([]);
  }
  // Nor does an expert learn who is in the panel, or whether anybody has submitted: Ada reads the same bytes as if Ben had done nothing.
  await submitRedline(ben, { roundId, submitted: false });
  expect(await getCriteriaRound(ada, { roundId })).toEqual(before);
  expect(replies[0]).not.toContain(ben.userId);
});

test("a round without its experts' invitation does not exist for an expert, and annotators are refused", async () => {
  const { projectId, taskId, roundId } = await panel();
  const other = await member(projectId, "expert");
  expect(await listCriteriaRounds(other, { taskId })).toEqual({ items: [], candidates: null });
  for (const ask of [getCriteriaRound, (actor: Actor) => saveRedline(actor, { roundId, actions: chain(accept(0)) })]) {
    await expect(ask(other, { roundId }).catch(codeOf)).resolves.toBe("not_found");
  }
  await expect(getCriteriaRound(await member(projectId, "annotator"), { roundId }).catch(codeOf)).resolves.toBe("forbidden");
});

test("only members who redline criteria can be invited, and one round is under way at a time", async () => {
  const { projectId, taskId, proposalDraftId, moderator, ada } = await panel();
  const annotator = await member(projectId, "annotator");
  const open = (experts: string[]) => openCriteriaRound(moderator, { taskId, proposalDraftId, experts, anonymous: false }).catch(codeOf);
  await expect(open([ada.userId])).resolves.toBe("conflict");
  const [round] = (await listCriteriaRounds(moderator, { taskId })).items;
  await endCriteriaRound(moderator, { roundId: round?.id ?? "" });
  await expect(open([annotator.userId])).resolves.toBe("invalid_input");
  await expect(openCriteriaRound(ada, { taskId, proposalDraftId, experts: [ada.userId], anonymous: false }).catch(codeOf)).resolves.toBe(
    "forbidden",
  );
});

test("a redline is submitted once every criterion is decided, and can be reopened until the redlines are shown", async () => {
  const { roundId, ada, moderator } = await panel();
  const [first, second] = chain([...accept(0), remove(1)]);
  await saveRedline(ada, { roundId, actions: [first as NewAction] });
  await expect(submitRedline(ada, { roundId, submitted: true })).rejects.toThrow("4 criteria are still undecided.");
  await saveRedline(ada, { roundId, actions: [second as NewAction, ...reparent(chain([remove(2), remove(3), remove(4)]), second?.id)] });
  await submitRedline(ada, { roundId, submitted: true });
  const late = () => saveRedline(ada, { roundId, actions: [action({ kind: "accept", itemId: "4", parentId: null })] });
  await expect(late()).rejects.toThrow("Reopen it");
  await submitRedline(ada, { roundId, submitted: false });
  await submitRedline(ada, { roundId, submitted: true });
  await expect(discussCriteriaRound(moderator, { roundId, withoutMissing: false })).rejects.toThrow(
    "2 of 3 experts have not submitted yet.",
  );
  await discussCriteriaRound(moderator, { roundId, withoutMissing: true });
  await expect(submitRedline(ada, { roundId, submitted: false }).catch(codeOf)).resolves.toBe("conflict");
  await expect(late().catch(codeOf)).resolves.toBe("conflict");
  expect((await getCriteriaRound(ada, { roundId })).figures?.experts).toBe(1);
});

const reparent = ([first, ...rest]: NewAction[], parentId = ""): NewAction[] =>
  first === undefined ? [] : [{ ...first, parentId }, ...rest];

test("reasons are the codebook's for criteria, not the one for lines of drafts", async () => {
  const { roundId, ada } = await panel();
  await expect(saveRedline(ada, { roundId, actions: chain([remove(0, "made-up")]) })).rejects.toThrow('no reason "made-up"');
  expect((await saveRedline(ada, { roundId, actions: chain([remove(0, "cannot-be-judged")]) })).actions).toHaveLength(1);
});

test("the union says who did what, how far they agree, and the rates of the experts by group", async () => {
  const study = await panel();
  const { roundId, taskId, moderator, ada, ben, chloe } = study;
  await redlineAll(study);
  await discussCriteriaRound(moderator, { roundId, withoutMissing: false });
  const round = await getCriteriaRound(ada, { roundId });
  const lines = round.union ?? [];
  expect(lines.map(({ choices }) => choices.map(({ outcome }) => outcome).join(" "))).toEqual([
    "accept accept accept",
    "accept accept revise",
    "accept remove remove",
    "revise remove remove",
    "accept remove remove",
    "add",
  ]);
  expect(lines[2]?.choices.find(({ expert }) => expert === ben.name)).toMatchObject({ outcome: "remove", reasonCode: "duplicate" });
  expect(lines[1]?.choices.find(({ expert }) => expert === chloe.name)?.criterion.name).toBe("Truthful");
  expect(lines.map(({ agreement }) => agreement && [agreement.count, agreement.n])).toEqual([[3, 3], [2, 3], [2, 3], [2, 3], [2, 3], null]);
  const { byExperts, consensus, alpha } = round.figures ?? {};
  expect(byExperts && Object.values(byExperts).map(shares)).toEqual([
    [7, 2, 6, 1, 16],
    [5, 1, 0, 0, 6],
    [1, 1, 4, 1, 7],
    [1, 0, 2, 0, 3],
  ]);
  expect(byExperts?.all.remove.share).toBe(6 / 16);
  expect(consensus).toBeNull();
  // Nominal alpha of the five rows above, by hand: 1 - (4 x 2 / 15) / ((225 - 49 - 4 - 36) / (15 x 14)).
  expect(alpha).toMatchObject({ n: 15 });
  expect(alpha?.value).toBeCloseTo(1 - 8 / 15 / (136 / 210), 12);
  expect((await listCriteriaRates(moderator, { taskId })).items).toEqual([
    { roundId, number: 1, publishedVersion: null, judge: "proposer", figures: round.figures },
  ]);
});

test("experts of an anonymous round are called by codes, in decisions' threads too, and moderators by name", async () => {
  const study = await panel({ anonymous: true });
  const { roundId, moderator, ada, ben } = study;
  await redlineAll(study);
  await discussCriteriaRound(moderator, { roundId, withoutMissing: false });
  await commentOnCriterion(ben, { roundId, lineId: "2", text: "It repeats the first." });
  await commentOnCriterion(moderator, { roundId, lineId: "2", text: "Agreed?" });
  const round = await getCriteriaRound(ada, { roundId });
  const written = JSON.stringify(round.union);
  for (const expert of [ada, ben, study.chloe]) expect(written).not.toContain(expert.name);
  const codes = round.union?.[0]?.choices.map(({ expert }) => expert);
  expect(codes?.toSorted()).toEqual(["Expert 1", "Expert 2", "Expert 3"]);
  const thread = round.union?.[2]?.comments ?? [];
  expect(thread.map(({ text }) => text)).toEqual(["It repeats the first.", "Agreed?"]);
  expect(thread[0]?.by).toMatch(/^Expert \d$/);
  expect(thread[1]?.by).toBe(moderator.name);
});

async function decideAll({ roundId, moderator }: Panel) {
  const lines = (await getCriteriaRound(moderator, { roundId })).union ?? [];
  const [clear, truth, short, kind, odd, sourced] = lines.map(({ id }) => id) as [string, string, string, string, string, string];
  const decide = (lineId: string, criterion: CriterionContent | null, more: { group?: "general" | "task-specific"; note?: string } = {}) =>
    decideCriterion(moderator, { roundId, lineId, criterion, group: more.group ?? null, note: more.note ?? "" });
  await decide(clear, null);
  await decide(clear, named("Clear"));
  await decide(truth, named("Truthful"), { note: "Chloe's wording" });
  await decide(short, null);
  await decide(kind, null);
  await decide(odd, null, { group: "general" });
  await decide(sourced, named("Sourced"));
}

test("a consensus is recorded line by line and published, and its rates stay readable", async () => {
  const study = await panel();
  const { roundId, taskId, moderator, ada } = study;
  await redlineAll(study);
  await discussCriteriaRound(moderator, { roundId, withoutMissing: false });
  await expect(publishCriteriaRound(moderator, { roundId })).rejects.toThrow("6 criteria have no decision yet.");
  await expect(decideCriterion(ada, { roundId, lineId: "0", criterion: null, group: null, note: "" }).catch(codeOf)).resolves.toBe(
    "forbidden",
  );
  await decideAll(study);
  const decided = await getCriteriaRound(moderator, { roundId });
  expect(decided.union?.[1]?.decision).toMatchObject({ criterion: { name: "Truthful" }, note: "Chloe's wording", by: moderator.name });
  expect((await pool().query("select 1 from criteria_decisions where round_id = $1", [roundId])).rowCount).toBe(7);
  const set = await publishCriteriaRound(moderator, { roundId });
  expect(set.criteria.map(({ name, group }) => [name, group])).toEqual([
    ["Clear", "general"],
    ["Truthful", "general"],
    ["Sourced", "task-specific"],
  ]);
  expect(await getCriteriaRound(ada, { roundId })).toMatchObject({ status: "closed", publishedVersion: 1 });
  const [rates] = (await listCriteriaRates(moderator, { taskId })).items;
  expect(rates?.publishedVersion).toBe(1);
  const { consensus } = rates?.figures ?? {};
  expect(consensus && Object.values(consensus).map(shares)).toEqual([
    [1, 1, 3, 1, 6],
    [1, 1, 1, 0, 3],
    [0, 0, 2, 1, 3],
    [0, 0, 0, 0, 0],
  ]);
  expect(consensus?.unstated.accept.share).toBeNull();
  await expect(decideAll(study).catch(codeOf)).resolves.toBe("conflict");
  await expect(commentOnCriterion(ada, { roundId, lineId: "0", text: "late" }).catch(codeOf)).resolves.toBe("conflict");
});

test("a second round redlines the union as decided, and the consensus counts the judge's proposal through both", async () => {
  const study = await panel();
  const { roundId, taskId, moderator, ada, ben } = study;
  await redlineAll(study);
  await discussCriteriaRound(moderator, { roundId, withoutMissing: false });
  await decideAll(study);
  const next = await openCriteriaRound(moderator, {
    taskId,
    previousRoundId: roundId,
    experts: [ada.userId, ben.userId],
    anonymous: false,
  });
  expect(await getCriteriaRound(moderator, { roundId })).toMatchObject({ status: "closed", publishedVersion: null });
  const items = (await getCriteriaRound(ada, { roundId: next.roundId })).items;
  expect(items.map(({ text }) => text.split("\n")[0])).toEqual([
    "General criteria",
    "Clear",
    "Truthful",
    "Task-specific criteria",
    "Sourced",
  ]);
  await redline(ada, next.roundId, accept(1, 2, 4));
  await redline(ben, next.roundId, [...accept(1), remove(2), ...accept(4)]);
  await discussCriteriaRound(moderator, { roundId: next.roundId, withoutMissing: false });
  const lines = (await getCriteriaRound(moderator, { roundId: next.roundId })).union ?? [];
  expect(lines.map(({ original, proposed }) => [original?.name, proposed?.name ?? null])).toEqual([
    ["Clear", "Clear"],
    ["Truthful", "True"],
    ["Sourced", null],
  ]);
  for (const { id, original } of lines) {
    await decideCriterion(moderator, { roundId: next.roundId, lineId: id, criterion: original, group: null, note: "" });
  }
  await publishCriteriaRound(moderator, { roundId: next.roundId });
  const [second, first] = (await listCriteriaRates(moderator, { taskId })).items;
  expect(second?.figures.consensus && shares(second.figures.consensus.all)).toEqual([1, 1, 3, 1, 6]);
  expect(second?.figures.byExperts && shares(second.figures.byExperts.all)).toEqual([5, 0, 1, 0, 6]);
  expect(first?.number).toBe(1);
});

test("experts who save at the same time keep all their work", async () => {
  const { roundId, ada, ben, chloe } = await panel();
  await Promise.all([ada, ben, chloe].map((expert) => saveRedline(expert, { roundId, actions: chain(accept(0, 1, 2, 3, 4)) })));
  for (const expert of [ada, ben, chloe]) expect((await getCriteriaRound(expert, { roundId })).mine?.actions).toHaveLength(5);
  const twice = chain(accept(0)).map((one) => ({ ...one, id: randomUUID() }));
  await expect(saveRedline(ada, { roundId, actions: twice }).catch(codeOf)).resolves.toBe("stale_parent");
});

test("an expert may turn a scale into labels, and the consensus may not keep texts of the scale before", async () => {
  const { roundId, ada, ben, chloe, moderator } = await panel();
  const levels = [{ label: "clear" }, { label: "vague", description: "Two readings." }];
  const labels = (some: typeof levels) =>
    named("Clear", { scale: criterionContent.shape.scale.parse({ kind: "categorical", levels: some }) });
  await expect(
    saveRedline(ada, { roundId, actions: chain([revise(0, labels([{ label: "clear", description: "not at all" }, { label: "vague" }]))]) }),
  ).rejects.toMatchObject({ code: "invalid_input", message: expect.stringMatching(/"Clear" .*"clear"/u) });
  await redline(ada, roundId, [revise(0, labels(levels)), ...accept(1, 2, 3, 4)]);
  for (const expert of [ben, chloe]) await redline(expert, roundId, accept(0, 1, 2, 3, 4));
  await discussCriteriaRound(moderator, { roundId, withoutMissing: false });
  const decide = (criterion: CriterionContent) => decideCriterion(moderator, { roundId, lineId: "0", criterion, group: null, note: "" });
  await expect(decide(named("Clear", { scale: { ...scale, max: 7 } }))).rejects.toMatchObject({
    message: expect.stringMatching(/says about 1 /u),
  });
  await decide(labels(levels));
  const [line] = (await getCriteriaRound(moderator, { roundId })).union ?? [];
  expect(line?.choices[0]?.criterion.scale.levels.map(({ label }) => label)).toEqual(["clear", "vague"]);
  expect(line?.decision?.criterion?.scale).toMatchObject({ kind: "categorical", max: 1 });
});
