import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { endpointKey } from "@/lib/client/endpoint-query";
import { createQueryClient } from "@/lib/client/query-client";
import { type PlanContent, type PlanPreview, planContent, type TaskPlans } from "@/lib/domain/study-plan";
import { fixtureSize } from "@/lib/testing/plan-size-fixture";
import { fixtureTask } from "@/lib/testing/task-fixture";
import { DraftPlan } from "./draft-plan";

// Previews and saves follow when typing pauses, which takes long on a busy machine.
vi.setConfig({ testTimeout: 30_000 });
afterEach(() => vi.unstubAllGlobals());

const draft = planContent.parse({ people: 4, overlap: 2, seed: 7 });
const plansOf = (content: PlanContent): TaskPlans => ({
  items: [
    {
      id: "p",
      version: 3,
      status: "draft",
      content,
      size: null,
      progress: null,
      startedAt: null,
      closedAt: null,
      updatedAt: "2026-11-22T10:00:00.000Z",
      seats: [],
      changes: [],
    },
  ],
  people: [
    { userId: "ada", name: "Ada", role: "annotator" },
    { userId: "eve", name: "Eve", role: "researcher" },
  ],
});

/** What the server would say, as far as the page's behaviour depends on it. */
const previewOf = (plan: PlanContent): PlanPreview => ({
  sentence: `Each of ${plan.people} annotators rates 5 samples, blind. Every sample is rated by ${plan.overlap} people.`,
  samples: 10,
  shared: 0,
  ratings: 10 * plan.overlap,
  missing: 0,
  missingPlanted: 0,
  planted: 0,
  gold: 0,
  attention: 0,
  seats: Array.from({ length: plan.people }, (_, position) => ({
    ...{ position, name: null, ratings: 5, byArm: [5], hours: 1, ownPace: false },
  })),
  systems: [{ system: "turbo", samples: 10, arms: [{ ratings: 10 * plan.overlap, least: 5, most: 5 }] }],
  grid: { columns: [{ system: "turbo", shared: false, samples: 10 }], rows: Array.from({ length: plan.people }, () => ["00000-----"]) },
  made: plan.arms.map(() => 0),
  hours: plan.people,
  cost: null,
  problems:
    plan.overlap > plan.people ? [{ field: "overlap", blocks: true, message: `Overlap ${plan.overlap}, but ${plan.people} people.` }] : [],
});

function open(content = draft) {
  const sent: { method: string; path: string; body: PlanContent }[] = [];
  const previews: PlanContent[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const [path, body] = [url.replace(/^.*\/tasks\/[^/]+/u, ""), JSON.parse(String(init.body ?? "null")) as PlanContent];
    if (path === "/plan/link") return Response.json({ link: null, participants: [] });
    if (path === "/plan/size") return Response.json(fixtureSize());
    if (path === "/plan/preview") {
      previews.push(body);
      return Response.json(previewOf(body));
    }
    sent.push({ method: init.method ?? "GET", path, body });
    return Response.json({ ...plansOf(content).items[0], content: body });
  });
  const client = createQueryClient();
  const key = endpointKey("listTaskPlans", { params: { taskId: fixtureTask().id } });
  client.setQueryData(key, plansOf(content));
  const visit = () =>
    render(
      <QueryClientProvider client={client}>
        <DraftPlan task={fixtureTask()} plans={client.getQueryData(key) ?? plansOf(content)} runs={[]} select={null} />
      </QueryClientProvider>,
    );
  return { sent, previews, visit, page: visit(), user: userEvent.setup({ delay: null }) };
}

const headline = () => screen.getByRole("heading", { level: 1 });
const start = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Start the study/ });
const type = async (user: ReturnType<typeof userEvent.setup>, label: string, text: string) => {
  await user.clear(await screen.findByRole("textbox", { name: label }));
  await user.type(screen.getByRole("textbox", { name: label }), text);
};

test("a change is corrected in the sentence with its cost, saved, and undone by Z", async () => {
  const { sent, user } = open();
  await screen.findByText(/rated by 2 people/);
  await type(user, "Overlap", "3");
  await waitFor(() => expect(headline().querySelector("ins")?.textContent).toBe("3"));
  expect(headline().querySelector("del")?.textContent).toBe("2");
  expect(document.body.textContent).toContain("Last change: Overlap, 2 to 3. It costs each person 2.5 more ratings.");
  await waitFor(() =>
    expect(sent.at(-1)).toMatchObject({ method: "PUT", path: expect.stringMatching(/^\/plan\?basedOn=2026/), body: { overlap: 3 } }),
  );
  await screen.findByText(/· Saved/);
  await user.keyboard("z");
  await waitFor(() => expect(headline().textContent).toContain("rated by 2 people"));
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Overlap" }).value).toBe("2");
  expect(screen.queryByText(/Last change/)).toBeNull();
  await waitFor(() => expect(sent.at(-1)?.body.overlap).toBe(2));
});

test("what the planner is asked is saved with the plan, and is no change of it", async () => {
  const { sent, previews, user } = open();
  await type(user, "Assumed alpha", "0.6");
  await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ overlap: 2, sizing: { assumptions: { alpha: 0.6 } } }));
  expect(screen.queryByText(/Last change/)).toBeNull();
  expect(previews).toHaveLength(1);
  // Undoing a change of the plan leaves the question as it is.
  await type(user, "Overlap", "3");
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ overlap: 2, sizing: { assumptions: { alpha: 0.6 } } }));
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Assumed alpha" }).value).toBe("0.6");
});

test("Enter keeps the change, so that the next one starts from it", async () => {
  const { user } = open();
  await screen.findByText(/rated by 2 people/);
  await type(user, "Overlap", "3");
  await screen.findByText(/Last change/);
  await user.keyboard("{Enter}");
  expect(screen.queryByText(/Last change/)).toBeNull();
  await type(user, "Number of people", "6");
  await waitFor(() => expect(document.body.textContent).toContain("Last change: People, 4 to 6."));
  await user.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(headline().textContent).toMatch(/^Each of 4 annotators .* rated by 3 people/));
});

test("a plan that cannot be done says why and cannot be started", async () => {
  const { user } = open();
  await waitFor(() => expect(start().disabled).toBe(false));
  await type(user, "Overlap", "5");
  await screen.findByText("Cannot start: Overlap 5, but 4 people.");
  expect(start().disabled).toBe(true);
  expect(screen.getByText("Not feasible:")).toBeTruthy();
});

test("an arm without a run is neither previewed nor saved, and blocks the start", async () => {
  const { sent } = open({ ...draft, arms: [{ arm: "drafted", runId: null, share: 1 }] });
  await screen.findByText(/Cannot start: Choose the run whose drafts this arm shows/);
  expect(start().disabled).toBe(true);
  expect(sent).toEqual([]);
});

test("starting saves the choices on the screen first, and starts what was saved", async () => {
  const { sent, user } = open();
  await waitFor(() => expect(start().disabled).toBe(false));
  await user.click(start());
  await waitFor(() =>
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "PUT /plan?basedOn=2026-11-22T10%3A00%3A00.000Z",
      "POST /plan/start",
    ]),
  );
  expect(sent[0]?.body).toEqual(draft);
  expect(sent[1]?.body).toEqual({ basedOn: plansOf(draft).items[0]?.updatedAt });
});

test("a researcher who leaves the page and comes back finds what was saved", async () => {
  const { page, user, visit } = open();
  await type(user, "Overlap", "3");
  await screen.findByText(/· Saved/);
  page.unmount();
  visit();
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Overlap" }).value).toBe("3");
});

test("where a part of the samples is drawn, the plan chooses how: equally likely, or more likely where judges differ", async () => {
  const { sent, previews, user } = open();
  await screen.findByText(/rated by 2 people/);
  expect(screen.queryByRole("combobox", { name: "How samples are drawn" })).toBeNull();
  await type(user, "Samples in the study", "6");
  const how = await screen.findByRole("combobox", { name: "How samples are drawn" });
  expect(how.textContent).toBe("all equally likely");
  await user.click(how);
  await user.click(screen.getByRole("option", { name: "more likely where judges differ" }));
  await screen.findByText("Draw, all equally likely to more likely where judges differ.");
  await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ samples: 6, draw: "judges-differ" }));
  await waitFor(() => expect(previews.at(-1)).toMatchObject({ samples: 6, draw: "judges-differ" }));
});

test("exports name people by code unless the researcher chooses otherwise", async () => {
  const { sent, user } = open();
  const codes = await screen.findByRole("checkbox", { name: "Exports name people by code" });
  expect(codes.getAttribute("aria-checked")).toBe("true");
  await user.click(codes);
  await screen.findByText("Names, codes in exports to shown in exports.");
  await waitFor(() => expect(sent.at(-1)?.body.anonymous).toBe(false));
});

test("people are named in a dialog", async () => {
  const { sent, user } = open();
  await user.click(await screen.findByRole("button", { name: "Choose" }));
  await user.click(screen.getByLabelText("Ada"));
  await user.click(screen.getByRole("button", { name: "Name 1 person" }));
  await screen.findByText("Named: Ada");
  await waitFor(() => expect(sent.at(-1)?.body.named).toEqual(["ada"]));
});

test("a named person has a limit and samples of their own, which go with the name", async () => {
  const { sent, user } = open({ ...draft, named: ["ada"] });
  await user.click(await screen.findByRole("button", { name: "Choose" }));
  await user.type(screen.getByRole("textbox", { name: "Limit of Ada" }), "20");
  await user.click(screen.getByRole("textbox", { name: "Samples of Ada" }));
  await user.paste("s1\ns2, a\n\ns1\n");
  await user.click(screen.getByRole("button", { name: "Name 1 person" }));
  await screen.findByText("Named: Ada (at most 20, 2 samples by name)");
  await screen.findByText("Own limits and samples, none to 1 person.");
  await waitFor(() => expect(sent.at(-1)?.body.personal).toEqual([{ userId: "ada", maxRatings: 20, samples: ["s1", "s2, a"] }]));
  await user.click(screen.getByRole("button", { name: "Choose" }));
  await user.click(screen.getByRole("checkbox", { name: "Ada" }));
  await user.click(screen.getByRole("button", { name: "Name nobody" }));
  await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ named: [], personal: [] }));
});
