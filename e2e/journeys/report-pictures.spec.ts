import type { Page } from "@playwright/test";
import { influenceShapes, influenceStudy } from "../support/influence-study";
import { panelStudy } from "../support/panel-study";
import { chaptersOf, openPage, openReport, panelOf, picture } from "../support/pictures";
import {
  acceptableStudy,
  adjudicatedStudy,
  degenerateStudy,
  largeStudy,
  madeStudy,
  studyOf,
  swappedStudy,
  tinyStudy,
} from "../support/report-studies";
import { feedbackStudy, formsAndNew, labelShapes, ownModelStudy, pairShapes, peopleAlone } from "../support/sized-studies";
import { makeStudy, type Study } from "../support/study";
import { expect, test } from "../support/test";

/*
 * Pictures of every chapter of the report, light and dark, with little, degenerate and much data, and of the demo, which has most panels. They are drawn by
 * the Chromium and the fonts of this repository, so another machine draws the same; where that browser does not run, this file is left out
 * (playwright.config.ts).
 * `REDLINE_PICTURES=new npm test -- --only build,e2e report-pictures` takes them anew.
 */
test.describe.configure({ timeout: 240_000 });

const chapters = ["verdict", "people", "judges", "scores", "bias", "influence", "criteria", "next"] as const;
const sizes = ["empty", "tiny", "degenerate", "large"] as const;

async function pictureReport(page: Page, state: string, path: string, names: readonly string[] = chapters): Promise<void> {
  await openReport(page, path);
  await picture(page, state, chaptersOf(page, names));
}

/** On a page of its own, which is small and soon drawn. */
async function pictureConclusionAndMethods(page: Page, state: string, path: string): Promise<void> {
  await openReport(page, path, "methods");
  const parts = { conclusion: panelOf(page, "Conclusion"), ...chaptersOf(page, ["methods"]) };
  await picture(page, state, parts, { list: "conclusion-and-methods" });
}

const addressOf = ({ projectId, taskId }: Pick<Study, "projectId" | "taskId">) => `/projects/${projectId}/report?task=${taskId}`;

test("pictures: a report without ratings, and one narrowed to none", async ({ adminPage: page, api }) => {
  const none = await makeStudy(api);
  const tiny = await tinyStudy(api);
  for (const [name, path] of [
    ["without-ratings", addressOf(none)],
    ["narrowed-to-none", `${addressOf(tiny)}&from=2030-01-01`],
  ] as const) {
    await openPage(page, path, () => expect(page.getByText(/Nothing (has been scored|is left)/)).toBeVisible({ timeout: 60_000 }));
    await picture(page, "empty", { [name]: page.locator("main") }, { list: name });
  }
});

test("pictures: a report of few ratings", async ({ adminPage: page, api }) => {
  const path = addressOf(await tinyStudy(api));
  await pictureReport(page, "tiny", path);
  await pictureConclusionAndMethods(page, "tiny", path);
});

test("pictures: a report of ratings that are all alike", async ({ adminPage: page, api }) => {
  const path = addressOf(await degenerateStudy(api));
  await pictureReport(page, "degenerate", path);
  await pictureConclusionAndMethods(page, "degenerate", path);
});

test("pictures: a report of many criteria, people and judges", async ({ adminPage: page, api }) => {
  const path = addressOf(await largeStudy(api));
  await pictureReport(page, "large", path);
  await pictureConclusionAndMethods(page, "large", path);
});

test("pictures: what drafts did to people who saw them from the start, or after their own score", async ({
  adminPage: page,
  api,
  standIn,
}) => {
  await openReport(page, addressOf(await influenceStudy(api, standIn.url)));
  await picture(page, "drafts", { ...chaptersOf(page, ["influence"]), planned: panelOf(page, "Planned and reached") });
});

for (const [size, shape] of Object.entries(influenceShapes))
  test(`pictures: what drafts did to people in a study of ${size} data`, async ({ adminPage: page, api, standIn }) => {
    await openReport(page, addressOf(await influenceStudy(api, standIn.url, shape)), "influence");
    await picture(page, "influence", { [size]: chaptersOf(page, ["influence"]).influence }, { list: size });
  });

test("pictures: pairs of which nothing is known, few, all alike and many", async ({ adminPage: page, api }) => {
  for (const size of sizes) {
    await openReport(page, addressOf(await studyOf(api, pairShapes[size])), "pairwise");
    await picture(page, "pairs", { [size]: chaptersOf(page, ["pairwise"]).pairwise }, { list: size });
  }
});

test("pictures: labels that nobody has given, few, all alike and many", async ({ adminPage: page, api }) => {
  for (const size of sizes) {
    await openReport(page, addressOf(await studyOf(api, labelShapes[size])), "people");
    await picture(page, "labels", { [size]: panelOf(page, "Labels") }, { list: size });
  }
});

test("pictures: experts who redlined criteria, and judges that were asked for them again", async ({ adminPage: page, api, standIn }) => {
  await openReport(page, addressOf(await panelStudy(api, standIn.url)), "criteria");
  const parts = {
    experts: panelOf(page, "Do experts agree about the criteria?"),
    proposals: panelOf(page, "Would a judge propose the same criteria again?"),
  };
  await picture(page, "made", parts, { list: "experts" });
});

test("pictures: people without a judge, forms of outputs, which samples to rate next, and what only some judges have", async ({
  adminPage: page,
  api,
  standIn,
}) => {
  const forms = await studyOf(api, formsAndNew);
  for (const [name, study, chapter, title] of [
    ["without-judge", await studyOf(api, peopleAlone), "verdict", "How sure the agreement is"],
    ["next", forms, "next", "Which samples to rate next?"],
    ["forms", forms, "bias", "Does the form of outputs sway the judge?"],
    ["own-model", await ownModelStudy(api, standIn.url), "pairwise", "Does the judge favour its own model?"],
    ["checks", await feedbackStudy(api, standIn.url), "judges", "Results of the judges' own checks"],
  ] as const) {
    await openReport(page, addressOf(study), chapter);
    await picture(page, "made", { [name]: panelOf(page, title) }, { list: name });
  }
});

test("pictures: what people did with dimensions that a judge made for each sample", async ({ adminPage: page, api, standIn }) => {
  await openReport(page, addressOf(await madeStudy(api, standIn.url)), "influence");
  const dimensions = panelOf(page, "What people did with the dimensions");
  await expect(dimensions.getByRole("row", { name: /^Specific to one sample/ })).toBeVisible();
  await picture(page, "made", { dimensions }, { list: "dimensions" });
});

test("pictures: what adjudicators decided, a judge that was asked again, and pairs in both orders", async ({
  adminPage: page,
  api,
  standIn,
}) => {
  await openReport(page, addressOf(await adjudicatedStudy(api, standIn.url)));
  await picture(
    page,
    "made",
    { adjudicated: panelOf(page, "What adjudicators decided"), "asked-again": panelOf(page, "Does a judge agree with itself?") },
    { list: "adjudicated" },
  );
  await openReport(page, addressOf(await swappedStudy(api, standIn.url)), "pairwise");
  await picture(page, "made", { swapped: panelOf(page, "Does the order of the outputs matter?") }, { list: "swapped" });
});

test("pictures: scores that people hold acceptable besides their own, and what halves an interval at the least cost", async ({
  adminPage: page,
  api,
}) => {
  await openReport(page, addressOf(await acceptableStudy(api)));
  const parts = {
    acceptable: panelOf(page, "Where several scores are acceptable"),
    perception: panelOf(page, "Which scores people accept, and which the judge gives"),
    cheapest: panelOf(page, "What halves the interval at the least cost?"),
  };
  await picture(page, "made", parts, { list: "acceptable" });
});

test("pictures: the demo's reports, which have most panels", async ({ adminPage: page, api }) => {
  const demo = (await api.call("listProjects")).items.find((project) => project.demo);
  const { items } = await api.call("listTasks", { params: { projectId: demo?.id ?? "" } });
  for (const [name, state, names] of [
    ["Everyday questions", "demo", chapters],
    ["Birds", "demo-labels", ["verdict", "people", "judges", "scores"]],
    ["Which answer follows?", "demo-pairs", ["pairwise", "verdict", "people", "scores"]],
  ] as const) {
    const task = items.find((one) => one.name === name);
    await pictureReport(page, state, `/projects/${demo?.id}/report?task=${task?.id}`, names);
    await picture(page, state, { conclusion: panelOf(page, "Conclusion") }, { list: "conclusion" });
  }
});

test("pictures: two reports side by side, a frozen report, and the page of a sample", async ({ adminPage: page, api }) => {
  const demo = (await api.call("listProjects")).items.find((project) => project.demo);
  const { items } = await api.call("listTasks", { params: { projectId: demo?.id ?? "" } });
  const questions = items.find(({ name }) => name === "Everyday questions")?.id ?? "";
  const samples = await api.call("listSamples", { params: { taskId: questions }, query: { disagreement: "wide" } });
  const { projectId, taskId } = await tinyStudy(api);
  const frozen = await api.call("freezeReport", { params: { projectId }, body: { taskId, name: "Before the second round" } });
  const compared = `/projects/${demo?.id}/report/compare?task=${questions}&task2=${questions}&arm=blind&arm2=drafted`;
  for (const [name, path, shown] of [
    ["compared", compared, page.getByRole("row", { name: /^alpha, mean over criteria/ })],
    ["frozen", `/reports/frozen/${frozen.id}`, page.locator("[data-chapter] [data-panel]").first()],
    ["sample", `/projects/${demo?.id}/samples/${samples.items[0]?.id}`, page.getByRole("table").first()],
  ] as const) {
    await openPage(page, path, () => expect(shown).toBeVisible({ timeout: 60_000 }));
    // Times, ids, hashes and the project's name.
    const mask = [page.locator("time"), page.locator("p:has(time)"), page.locator("dl")];
    await picture(page, "pages", { [name]: page.locator("main") }, { mask, list: name });
  }
  await openReport(page, addressOf({ projectId, taskId }), "methods");
  const list = panelOf(page, "Frozen reports");
  await picture(page, "pages", { "frozen-list": list }, { mask: [list.locator(".font-mono")], list: "frozen-list" });
});
