import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { JudgeImprovement, JudgeSplit } from "@/lib/domain/judge-improvement";
import type { JudgeWatch, WatchEvidence } from "@/lib/domain/judge-watch";
import type { TaskSummary } from "@/lib/domain/project";
import { ImproveCandidates } from "./improve-candidates";
import { ImproveSplit } from "./improve-split";
import { ImproveWatches } from "./improve-watches";

vi.setConfig({ testTimeout: 20_000 });
afterEach(() => vi.unstubAllGlobals());

const judge = (id: string, kind = "endpoint") => ({ id, name: `Judge ${id}`, kind, archivedAt: null });
const task = { id: "t1", projectId: "p1" } as TaskSummary;

/** Answers reads by the end of their address, and keeps what is written. */
function wire(reads: Record<string, unknown>) {
  const written: [string, string, unknown][] = [];
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    if (init?.method !== undefined && init.method !== "GET") {
      written.push([init.method, url.replace("/api/v1", ""), init.body === undefined ? null : JSON.parse(String(init.body))]);
      return Response.json(url.includes("judge-guidance") ? { text: "Look at facts.", reasons: [], edits: 12, asked: "" } : {});
    }
    const found = Object.entries(reads).find(([end]) => url.endsWith(end));
    return Response.json(found?.[1] ?? {});
  });
  return written;
}

const show = (element: ReactElement) => {
  render(<QueryClientProvider client={createQueryClient()}>{element}</QueryClientProvider>);
  return userEvent.setup({ delay: null });
};

const split: JudgeSplit = {
  ...{ id: "s1", seed: 4, heldOutShare: 0.4, sealedAt: null },
  develop: { inputs: 31, samples: 40, units: 80, scores: 95 },
  heldOut: { inputs: 21, samples: 27, units: 54, scores: 60 },
  wear: { uses: 0, limit: 10, chanceOfFalseClaim: 0, worn: false },
};
const refused = { drafted: 7, unstated: 0, excluded: 1 };

describe("the inputs", () => {
  test("are dealt by an admin, with seed and share, until something has used them", async () => {
    const written = wire({});
    const user = show(<ImproveSplit taskId="t1" split={null} refused={{ drafted: 0, unstated: 0, excluded: 0 }} mayEdit />);
    await user.clear(screen.getByLabelText("Held out, in percent"));
    await user.type(screen.getByLabelText("Held out, in percent"), "30");
    await user.clear(screen.getByLabelText("Seed"));
    await user.type(screen.getByLabelText("Seed"), "9");
    await user.click(screen.getByRole("button", { name: "Deal the inputs" }));
    await waitFor(() => expect(written).toEqual([["PUT", "/tasks/t1/judge-split", { seed: 9, heldOutShare: 0.3 }]]));
  });

  test("show what each part holds, and which scores are not accepted and why", () => {
    show(<ImproveSplit taskId="t1" split={split} refused={refused} mayEdit />);
    const rows = screen.getAllByRole("row").map((row) =>
      within(row)
        .queryAllByRole("cell")
        .map((cell) => cell.textContent),
    );
    expect(rows.slice(1)).toEqual([
      ["To develop on", "31", "40", "80", "95"],
      ["Held out", "21", "27", "54", "60"],
    ]);
    screen.getByText("Not accepted: 7 scores given with a draft in view, 1 score by excluded people.");
    screen.getByRole("button", { name: "Deal again" });
  });

  test("that are sealed cannot be dealt again, and say when the held-out part is worn out", () => {
    const wear = { uses: 11, limit: 10, chanceOfFalseClaim: 0.43, worn: true };
    show(<ImproveSplit taskId="t1" split={{ ...split, sealedAt: "2026-01-05T10:00:00.000Z", wear }} refused={refused} mayEdit />);
    screen.getByText("sealed");
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.getByRole("status").textContent).toMatch(/used 11 times and is worn out.*43\.0\s%/u);
  });

  test("are dealt by nobody else", () => {
    show(<ImproveSplit taskId="t1" split={null} refused={refused} mayEdit={false} />);
    screen.getByText("An administrator of the project deals the inputs.");
    expect(screen.queryByRole("button")).toBeNull();
  });
});

const candidate = (id: string, judgeId: string, kind: JudgeImprovement["candidates"][number]["kind"], material = {}) => ({
  ...{ id, kind, material, createdAt: "2026-01-05T10:00:00.000Z" },
  judge: { id: judgeId, name: `Judge ${judgeId}` },
  candidate: { id: `j-${id}`, name: `Candidate ${id}` },
});
const improvement: JudgeImprovement = {
  ...{ split, refused, why: null, trials: [] },
  candidates: [
    candidate("c1", "j1", "examples", { examples: [{}, {}, {}] }),
    candidate("c2", "j1", "panel", { n: 44 }),
    candidate("c3", "j2", "recalibrated"),
  ],
};
const judges = { "/projects/p1/judges": { items: [judge("j1"), judge("j2", "imported"), judge("m", "metric")] } };

describe("candidates", () => {
  test("are listed for the chosen judge with what they are made of, and the ticked ones are proved", async () => {
    const written = wire(judges);
    const user = show(<ImproveCandidates task={task} improvement={improvement} mayEdit />);
    await screen.findByText("3 examples");
    screen.getByText("chosen on 44 units");
    expect(screen.queryByText("Candidate c3")).toBeNull();
    const prove = screen.getByRole<HTMLButtonElement>("button", { name: "Prove the chosen ones" });
    expect(prove.disabled).toBe(true);
    await user.click(screen.getByRole("checkbox", { name: /Candidate c2/u }));
    await user.click(prove);
    await waitFor(() => expect(written).toEqual([["POST", "/tasks/t1/judge-trials", { judgeId: "j1", candidateIds: ["c2"] }]]));
  });

  test("need a name; guidance proposed by a model is changed before it is used, and both are kept", async () => {
    const written = wire(judges);
    const user = show(<ImproveCandidates task={task} improvement={{ ...improvement, candidates: [] }} mayEdit />);
    const make = await screen.findByRole<HTMLButtonElement>("button", { name: "Make the candidate" });
    expect(make.disabled).toBe(true);
    await user.type(screen.getByLabelText("Its name"), "With rules");
    await user.click(screen.getByLabelText("New candidate"));
    await user.click(await screen.findByRole("option", { name: /With guidance/u }));
    expect(make.disabled).toBe(true);
    await user.click(screen.getByRole("button", { name: "Propose from corrections" }));
    const guidance = await screen.findByLabelText<HTMLTextAreaElement>("Guidance");
    await waitFor(() => expect(guidance.value).toBe("Look at facts."));
    screen.getByText(/Proposed from 12 changed lines/u);
    await user.type(guidance, " And at sources.");
    await user.click(make);
    const body = {
      kind: "rubric",
      judgeId: "j1",
      name: "With rules",
      proposed: "Look at facts.",
      guidance: "Look at facts. And at sources.",
    };
    await waitFor(() => expect(written.at(-1)).toEqual(["POST", "/tasks/t1/judge-candidates", body]));
  });

  test("are only read by people who are not admins", async () => {
    wire(judges);
    show(<ImproveCandidates task={task} improvement={improvement} mayEdit={false} />);
    await screen.findByText("Candidate c1");
    expect(screen.queryByRole("checkbox")).toBeNull();
    expect(screen.queryByRole("button", { name: /Prove|Make/u })).toBeNull();
  });
});

const figure = (value: number) => ({
  ...{ value, why: null, n: 60, intervalWhy: null },
  interval: { low: value - 0.05, high: value + 0.05, confidence: 0.998, method: "t", resamples: null, seed: null },
});
const evidence = (more: Partial<WatchEvidence>): WatchEvidence => ({
  ...{ look: 1, looks: 30, level: 0.05 / 30, n: 60, inputs: 30, missing: 0, criteria: [], flags: [], why: null },
  shift: { shift: figure(0.12), p: 0.0001, adjusted: 0.0004 },
  change: { value: 0.04, p: 0.2, adjusted: 0.4 },
  models: { before: ["m fp_1"], fresh: [] },
  ...more,
});
const ask = (number: number, found: WatchEvidence | null, status = "done") => ({
  ...{ number, evidence: found, askedAt: "2026-01-05T10:00:00.000Z" },
  run: { id: `r${number}`, status, total: 60, done: status === "done" ? 60 : 7 },
});
const watch = (more: Partial<JudgeWatch>): JudgeWatch => ({
  ...{ id: "w1", judge: { id: "j1", name: "Judge j1" }, everyHours: 48, repeats: 2, looks: 30, samples: 30, flags: [] },
  ...{ nextAt: "2026-01-07T10:00:00.000Z", startedAt: "2026-01-05T10:00:00.000Z", endedAt: null, asks: [ask(1, null), ask(2, null)] },
  ...more,
});

describe("a watch", () => {
  test("shows what each look found, the newest first, and raises its flags", async () => {
    const drifted = evidence({ flags: ["drift", "model-changed"], models: { before: ["m fp_1"], fresh: ["m fp_2"] } });
    const items = [
      watch({ flags: ["drift", "model-changed"], asks: [ask(1, null), ask(2, null), ask(3, drifted), ask(4, null, "running")] }),
    ];
    wire({ "/tasks/t1/judge-watches": { items }, ...judges });
    show(<ImproveWatches task={task} mayEdit />);
    await screen.findByText("Judge j1: scores have drifted, the model has changed.");
    screen.getByText(/30 samples every 2 days; 2 of 30 looks taken/u);
    const [, now, first] = screen.getAllByRole("row").map((row) => row.textContent);
    expect(now).toContain("look 2");
    expect(now).toContain("running: 7 of 60 units");
    expect(first).toContain("look 1");
    expect(first).toContain("look 1scores have drifted");
    expect(first).toContain("60+0.1200.07 to 0.17< 0.001+0.0400.400");
    expect(first).toContain("now m fp_2");
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Look now" }).disabled).toBe(true);
  });

  test("is begun, hastened and ended by admins", async () => {
    const written = wire({
      "/tasks/t1/judge-watches": { items: [watch({})] },
      "/projects/p1/judges": { items: [judge("j1"), judge("j3"), judge("m", "metric")] },
    });
    const user = show(<ImproveWatches task={task} mayEdit />);
    await user.click(await screen.findByRole("button", { name: "Look now" }));
    await user.click(screen.getByRole("button", { name: "End the watch" }));
    const form = within(await screen.findByRole("form", { name: "Watch a judge" }));
    await user.clear(form.getByLabelText("Every, in hours"));
    await user.type(form.getByLabelText("Every, in hours"), "12");
    await user.click(form.getByRole("button", { name: "Watch this judge" }));
    // Judge j1 is watched already, and a metric cannot drift.
    await waitFor(() =>
      expect(written).toEqual([
        ["POST", "/judge-watches/w1/look", null],
        ["POST", "/judge-watches/w1/end", null],
        ["POST", "/tasks/t1/judge-watches", { judgeId: "j3", everyHours: 12, samples: 30, looks: 30 }],
      ]),
    );
  });

  test("is only read by others", async () => {
    wire({ "/tasks/t1/judge-watches": { items: [watch({ endedAt: "2026-02-05T10:00:00.000Z", nextAt: null })] }, ...judges });
    show(<ImproveWatches task={task} mayEdit={false} />);
    await screen.findByText("ended");
    expect(screen.queryByRole("button")).toBeNull();
  });
});
