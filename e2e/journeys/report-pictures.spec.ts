import type { Page } from "@playwright/test";
import { influenceShapes, influenceStudy } from "../support/influence-study";
import { chaptersOf, openPage, openReport, panelOf, picture } from "../support/pictures";
import { madeStudy, rareShapes, rareStudy } from "../support/rare-studies";
import { degenerateStudy, emptyStudy, largeStudy, studyOf, tinyStudy } from "../support/report-studies";
import { formsAndNew, labelShapes, pairStudy, peopleShapes, planned, withOtherCriteria } from "../support/sized-studies";
import { makeStudy, type Study } from "../support/study";
import { expect, test } from "../support/test";

/*
 * Pictures of every panel of the report, light and dark, with no figures, few, equal and many, and of the demo. components/report/pictured-panels.test.ts
 * finds what is missing. They are drawn by the Chromium and the fonts of this repository, so another machine draws the same; where that browser does
 * not run, this file is left out (playwright.config.ts).
 * `REDLINE_PICTURES=new npm test -- --only build,e2e report-pictures` takes them anew.
 */
test.describe.configure({ timeout: 240_000 });

const chapters = ["verdict", "people", "judges", "scores", "bias", "influence", "criteria", "next"] as const;
const sizes = ["empty", "tiny", "degenerate", "large"] as const;
const studies = { empty: emptyStudy, tiny: tinyStudy, degenerate: degenerateStudy, large: largeStudy };
/** In which there are figures. */
const filled = ["tiny", "degenerate", "large"] as const;

async function pictureReport(page: Page, state: string, path: string, names: readonly string[]): Promise<void> {
  await openReport(page, path);
  await picture(page, state, { conclusion: panelOf(page, "Conclusion"), ...chaptersOf(page, names) });
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

for (const size of sizes)
  test(`pictures: a report of ${size} data`, async ({ adminPage: page, api }) => {
    const study = await studies[size](api);
    await pictureReport(page, size, addressOf(study), [...chapters, "methods"]);
    const [one, other] = size === "large" ? ["arm=blind", "arm2=drafted"] : ["judge=model-x", "judge2=model-y"];
    const compared = panelOf(page, "Figures of both reports");
    await openPage(page, `/projects/${study.projectId}/report/compare?task=${study.taskId}&task2=${study.taskId}&${one}&${other}`, () =>
      expect(compared).toBeVisible({ timeout: 60_000 }),
    );
    await picture(page, size, { compared }, { list: "compared" });
  });

test("pictures: what drafts did to people who saw them from the start, or after their own score", async ({
  adminPage: page,
  api,
  standIn,
}) => {
  await openReport(page, addressOf(await influenceStudy(api, standIn.url)));
  await picture(page, "drafts", { ...chaptersOf(page, ["influence"]), planned: panelOf(page, "Planned and reached") });
});

for (const size of filled)
  test(`pictures: what drafts did to people in a study of ${size} data`, async ({ adminPage: page, api, standIn }) => {
    await openReport(page, addressOf(await influenceStudy(api, standIn.url, influenceShapes[size])));
    const parts = { [size]: chaptersOf(page, ["influence"]).influence, [`${size}-planned`]: panelOf(page, "Planned and reached") };
    await picture(page, "influence", parts, { list: size });
  });

test("pictures: pairs of which nothing is known, few, all alike and many", async ({ adminPage: page, api, standIn }) => {
  for (const size of sizes) {
    await openReport(page, addressOf(await pairStudy(api, standIn.url, size)));
    const preferred = panelOf(page, "How often each output is preferred");
    await picture(page, "pairs", { [size]: chaptersOf(page, ["pairwise"]).pairwise, [`${size}-preferred`]: preferred }, { list: size });
  }
});

test("pictures: labels that nobody has given, few, all alike and many", async ({ adminPage: page, api }) => {
  for (const size of sizes) {
    await openReport(page, addressOf(await studyOf(api, labelShapes[size])), "people");
    await picture(page, "labels", { [size]: panelOf(page, "Labels") }, { list: size });
  }
});

test("pictures: people without a judge, a plan that nobody has begun, and oddities of several kinds", async ({ adminPage: page, api }) => {
  for (const size of sizes) {
    const study = await studyOf(api, peopleShapes[size]);
    if (size === "empty") await planned(api, study);
    if (size === "large") await withOtherCriteria(api, study, 5);
    await openReport(page, `${addressOf(study)}${size === "large" ? "&criteriaSet=1" : ""}`);
    const parts = {
      "without-judge": panelOf(page, "How sure the agreement is"),
      ...(size === "empty" && { planned: panelOf(page, "Planned and reached") }),
      ...(size === "large" && { oddities: panelOf(page, "Oddities in the data") }),
    };
    await picture(page, size, parts, { list: "without-judge" });
  }
});

test("pictures: as little as groups, forms, mixes and samples to rate need", async ({ adminPage: page, api }) => {
  await openReport(page, addressOf(await studyOf(api, formsAndNew)));
  const parts = {
    recalibration: panelOf(page, "Would it help to recalibrate the judge?"),
    groups: panelOf(page, "Is the judge kinder to some groups?"),
    forms: panelOf(page, "Does the form of outputs sway the judge?"),
    units: panelOf(page, "How many units would it take?"),
    samples: panelOf(page, "Which samples to rate next?"),
    cheapest: panelOf(page, "What halves the interval at the least cost?"),
  };
  await picture(page, "tiny", parts, { list: "forms" });
});

for (const size of filled)
  test(`pictures: what few studies have, of ${size} data`, async ({ adminPage: page, api, standIn }) => {
    await openReport(page, `${addressOf(await rareStudy(api, standIn.url, rareShapes[size]))}&judge=known-judge`);
    const frozen = panelOf(page, "Frozen reports");
    const parts = {
      acceptable: panelOf(page, "Where several scores are acceptable"),
      perception: panelOf(page, "Which scores people accept, and which the judge gives"),
      adjudicated: panelOf(page, "What adjudicators decided"),
      "asked-again": panelOf(page, "Does a judge agree with itself?"),
      checks: panelOf(page, "Results of the judges' own checks"),
      experts: panelOf(page, "Do experts agree about the criteria?"),
      proposals: panelOf(page, "Would a judge propose the same criteria again?"),
      frozen,
    };
    await picture(page, size, parts, { list: "rare", mask: [frozen.locator(".font-mono")] });
    await openReport(page, addressOf(await madeStudy(api, standIn.url, size)), "influence");
    const dimensions = panelOf(page, "What people did with the dimensions");
    await expect(dimensions.getByRole("row", { name: /^Specific to one sample/ })).toBeVisible();
    await picture(page, size, { dimensions }, { list: "dimensions" });
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
});
