// Takes the documentation's screenshots of the running product with its demo study: docs/screenshots/NAME-WIDTH-THEME.png.
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { root } from "../bin/lib/paths.mjs";
import { chromiumLaunchOptions } from "./chromium.mjs";
import { adminAccount, startProduct } from "./support/server.mjs";

const folder = join(root, "docs/screenshots");
const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const themes = ["light", "dark"];

/** Every page in the documentation: its file name, and its path given the demo's ids. */
const pages = [
  { name: "sign-in", path: () => "/sign-in" },
  { name: "projects", path: () => "/projects" },
  { name: "tasks", path: ({ project }) => `/projects/${project}/tasks` },
  { name: "samples", path: ({ project, task }) => `/projects/${project}/samples?task=${task}` },
  { name: "import", path: ({ project, task }) => `/projects/${project}/samples/import?task=${task}` },
  { name: "criteria", path: ({ project, task }) => `/projects/${project}/criteria?task=${task}` },
  { name: "runs", path: ({ project, task }) => `/projects/${project}/runs?task=${task}` },
  { name: "annotate", path: ({ project }) => `/projects/${project}/annotate` },
  { name: "workspace", path: ({ project, assignment }) => `/projects/${project}/annotate/${assignment}`, prepare: showRedline },
  { name: "review", path: ({ project, task }) => `/projects/${project}/review?task=${task}` },
  { name: "report", path: ({ project, task }) => `/projects/${project}/report?task=${task}` },
  { name: "people", path: ({ project }) => `/projects/${project}/people` },
];

async function call(context, method, address, data) {
  const { origin } = new URL(address);
  const response = await context.request.fetch(address, { method, ...(data && { data }), headers: { Origin: origin } });
  if (!response.ok()) throw new Error(`${method} ${address} answered ${response.status()} ${await response.text()}`);
  return response.json();
}

const signIn = (context, url) => call(context, "POST", `${url}/api/auth/sign-in/email`, adminAccount);

/** The demo's ids, with one of its samples assigned for redlining. */
async function demoIds(context, url) {
  const projects = await call(context, "GET", `${url}/api/v1/projects`);
  const project = projects.items.find(({ demo }) => demo)?.id;
  if (project === undefined) throw new Error(`The demo project is not there: ${JSON.stringify(projects)}`);
  const tasks = await call(context, "GET", `${url}/api/v1/projects/${project}/tasks`);
  const task = tasks.items.find(({ name }) => name === "Everyday questions")?.id;
  if (task === undefined) throw new Error(`The demo's task is not there: ${JSON.stringify(tasks)}`);
  const at = `${url}/api/v1/tasks/${task}`;
  const { gate } = await call(context, "POST", `${at}/assignments/next`, {});
  if (gate?.kind === "guidelines") await call(context, "POST", `${at}/guidelines/readings`, { version: gate.version });
  const { assignmentId: assignment } = await call(context, "POST", `${at}/assignments/next`, {});
  if (assignment === null) throw new Error("No sample of the demo is left for the administrator.");
  return { project, task, assignment };
}

const now = () => new Date().toISOString();

/** Redlines the sample as an annotator would: one criterion finished; in another a line revised, the score changed, a line removed. Returns the other's place. */
async function redline(context, url, { assignment }) {
  const at = `${url}/api/v1/assignments/${assignment}`;
  const { units } = await call(context, "GET", at);
  const [first] = units;
  const lines = ({ draft }, kind) => draft.items.filter((item) => item.kind === kind);
  const last = units.findLast((unit) => unit !== first && lines(unit, "conclusion").length > 0 && lines(unit, "evidence").length > 1);
  const save = async (unit, actions) => {
    let parentId = null;
    const chain = actions.map((action) => {
      const made = { id: crypto.randomUUID(), parentId, at: now(), ...action };
      parentId = made.id;
      return made;
    });
    await call(context, "POST", `${at}/actions`, { criterionId: unit.criterionId, actions: chain, activeMs: 41_000 });
  };
  await save(
    first,
    first.draft.items.map(({ id }) => ({ kind: "accept", itemId: id })),
  );
  const evidence = lines(last, "evidence");
  const [conclusion] = lines(last, "conclusion");
  await save(last, [
    {
      kind: "revise",
      itemId: conclusion.id,
      text: conclusion.text.replace(/, but .*$/, ", and the counting at the end lets a child try it."),
      reasonCode: "misapplied-criterion",
      reason: null,
    },
    { kind: "set-score", score: last.draft.score + 1, reasonCode: "wrong-score", reason: "A way to try the answer is not padding." },
    { kind: "accept", itemId: evidence[0].id },
    { kind: "remove", itemId: evidence[1].id, reasonCode: "misapplied-criterion", reason: "The guidelines allow it." },
  ]);
  return units.indexOf(last);
}

/** Opens the criterion that has been redlined, with the focus on a quote, so that it is marked in the text. */
async function showRedline(page, { redlined }) {
  await page.getByRole("navigation", { name: "Criteria" }).getByRole("listitem").nth(redlined).getByRole("button").click();
  const quote = page.getByRole("listitem", { name: /^Evidence, Accepted/ }).first();
  await quote.locator("p").last().click();
}

async function photograph(browser, url, ids, { width, height }, theme) {
  const look = { viewport: { width, height }, colorScheme: theme, reducedMotion: "reduce", locale: "en-GB", timezoneId: "UTC" };
  const context = await browser.newContext(look);
  await context.addInitScript((name) => localStorage.setItem("theme", name), theme);
  await signIn(context, url);
  const page = await context.newPage();
  for (const { name, path, prepare } of pages) {
    const response = await page.goto(url + path(ids), { waitUntil: "networkidle" });
    if (!response?.ok()) throw new Error(`${path(ids)} answered ${response?.status()}`);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    if (prepare) await prepare(page, ids);
    await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`), animations: "disabled" });
  }
  await context.close();
}

async function takeAll(browser, url) {
  const context = await browser.newContext();
  await signIn(context, url);
  const ids = await demoIds(context, url);
  const redlined = await redline(context, url, ids);
  await context.close();
  for (const size of sizes) for (const theme of themes) await photograph(browser, url, { ...ids, redlined }, size, theme);
}

// Starts the product, takes every picture, stops it.
async function main() {
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) if (file.endsWith(".png")) rmSync(join(folder, file));
  const product = await startProduct();
  try {
    const browser = await chromium.launch(await chromiumLaunchOptions());
    try {
      await takeAll(browser, product.url);
    } finally {
      await browser.close();
    }
  } finally {
    await product.stop();
  }
  console.log(`Wrote ${pages.length * sizes.length * themes.length} pictures to docs/screenshots.`);
}

await main();
