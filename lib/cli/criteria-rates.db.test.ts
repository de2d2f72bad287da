import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { temporaryInstance } from "@/lib/testing/accounts";
import { makeProposal } from "@/lib/testing/proposed-criteria";
import { action, instanceAdmin, loadSmallStudy, member, smallBundle } from "@/lib/testing/small-study";
import { discussCriteriaRound } from "@/lib/workflows/discuss-criteria-round";
import { getProject } from "@/lib/workflows/get-project";
import { openCriteriaRound } from "@/lib/workflows/open-criteria-round";
import { saveRedline } from "@/lib/workflows/save-redline";
import { submitRedline } from "@/lib/workflows/submit-redline";
import { criteriaCommand } from "./criteria";

temporaryInstance();
let printed = "";
let project = "";

beforeAll(async () => {
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  const { projectId, taskId } = await loadSmallStudy(smallBundle(2));
  project = (await getProject(instanceAdmin, { projectId })).name;
  const expert = await member(projectId, "expert");
  const proposalDraftId = await makeProposal(taskId, [
    "Clear\nGroup: general\nScale: 1 to 5",
    "True\nScale: 1 to 5",
    "Short\nScale: 1 to 5",
  ]);
  const { roundId } = await openCriteriaRound(instanceAdmin, { taskId, proposalDraftId, experts: [expert.userId], anonymous: false });
  const first = action({ kind: "accept", itemId: "0", parentId: null });
  const second = action({ kind: "remove", itemId: "1", parentId: first.id });
  const third = action({ kind: "remove", itemId: "2", parentId: second.id });
  await saveRedline(expert, { roundId, actions: [first, second, third] });
  await submitRedline(expert, { roundId, submitted: true });
  await discussCriteriaRound(instanceAdmin, { roundId, withoutMissing: false });
});
afterAll(() => vi.restoreAllMocks());

const rates = (...args: string[]) => {
  printed = "";
  return criteriaCommand().parseAsync(["rates", "--project", project, ...args], { from: "user" });
};

test("the rates of a panel are printed as a table by group, and in full with --json", async () => {
  await rates();
  expect(printed.trimEnd().split("\n")).toEqual([
    "round 1 on criteria by proposer: 1 expert, alpha undefined (no-pairable-units)",
    expect.stringMatching(/^counted +approve +revise +delete +add +n$/),
    expect.stringMatching(/^experts, all +33\.3% \(1\) +0\.0% \(0\) +66\.7% \(2\) +0\.0% \(0\) +3$/),
    expect.stringMatching(/^experts, general +100\.0% \(1\) +0\.0% \(0\) +0\.0% \(0\) +0\.0% \(0\) +1$/),
    expect.stringMatching(/^experts, not stated +0\.0% \(0\) +0\.0% \(0\) +100\.0% \(2\) +0\.0% \(0\) +2$/),
  ]);
  await rates("--json");
  expect(JSON.parse(printed).items).toMatchObject([{ number: 1, figures: { experts: 1, consensus: null, byExperts: { all: { n: 3 } } } }]);
});

test("with --judge they are those of the rounds on its criteria", async () => {
  await rates("--judge", "proposer", "--json");
  expect(JSON.parse(printed).items).toMatchObject([{ number: 1, judge: "proposer" }]);
  await rates("--judge", "draft judge", "--json");
  expect(JSON.parse(printed)).toEqual({ items: [] });
  await rates("--judge", "draft judge");
  expect(printed).toBe('No round on criteria by "draft judge" has shown its redlines yet.\n');
  await expect(rates("--judge", "None")).rejects.toThrow(/there is no judge "None"/u);
});
