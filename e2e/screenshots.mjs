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
/** @type {("light" | "dark")[]} */
const themes = ["light", "dark"];

/** @typedef {import("@playwright/test").BrowserContext} Context */
/** @typedef {{ project: string, task: string, assignment: string }} Ids */
/** @typedef {Ids & { redlined: number }} Place `redlined`: the place of the criterion that has been redlined */
/** @typedef {{ id: string, kind: string, text: string }} Item */
/** @typedef {{ criterionId: string, draft: { score: number, items: Item[] } }} Unit */

/**
 * Every page in the documentation: its file name, and its path given the demo's ids.
 * @type {{ name: string, path: (ids: Ids) => string, prepare?: typeof showRedline }[]}
 */
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

/**
 * @param {Context} context
 * @param {"GET" | "POST"} method
 * @param {string} address
 * @param {object} [data]
 */
async function call(context, method, address, data) {
  const { origin } = new URL(address);
  const response = await context.request.fetch(address, { method, ...(data && { data }), headers: { Origin: origin } });
  if (!response.ok()) throw new Error(`${method} ${address} answered ${response.status()} ${await response.text()}`);
  return response.json();
}

const signIn = (/** @type {Context} */ context, /** @type {string} */ url) =>
  call(context, "POST", `${url}/api/auth/sign-in/email`, adminAccount);

/**
 * The demo's ids, with one of its samples assigned for redlining.
 * @returns {Promise<Ids>}
 */
async function demoIds(/** @type {Context} */ context, /** @type {string} */ url) {
  const projects = await call(context, "GET", `${url}/api/v1/projects`);
  const project = projects.items.find((/** @type {{ demo: boolean }} */ { demo }) => demo)?.id;
  if (project === undefined) throw new Error(`The demo project is not there: ${JSON.stringify(projects)}`);
  const tasks = await call(context, "GET", `${url}/api/v1/projects/${project}/tasks`);
  const task = tasks.items.find((/** @type {{ name: string }} */ { name }) => name === "Everyday questions")?.id;
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
async function redline(/** @type {Context} */ context, /** @type {string} */ url, /** @type {Ids} */ { assignment }) {
  const at = `${url}/api/v1/assignments/${assignment}`;
  /** @type {{ units: Unit[] }} */
  const { units } = await call(context, "GET", at);
  const [first] = units;
  const lines = (/** @type {Unit} */ { draft }, /** @type {string} */ kind) => draft.items.filter((item) => item.kind === kind);
  const last = units.findLast((unit) => unit !== first && lines(unit, "conclusion").length > 0 && lines(unit, "evidence").length > 1);
  if (first === undefined || last === undefined) throw new Error("The demo's sample has no draft to redline.");
  const save = async (/** @type {Unit} */ unit, /** @type {object[]} */ actions) => {
    /** @type {string | null} */
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
  const [one, other] = lines(last, "evidence");
  const [conclusion] = lines(last, "conclusion");
  await save(last, [
    {
      kind: "revise",
      itemId: conclusion?.id,
      text: conclusion?.text.replace(/, but .*$/, ", and the counting at the end lets a child try it."),
      reasonCode: "misapplied-criterion",
      reason: null,
    },
    { kind: "set-score", score: last.draft.score + 1, reasonCode: "wrong-score", reason: "A way to try the answer is not padding." },
    { kind: "accept", itemId: one?.id },
    { kind: "remove", itemId: other?.id, reasonCode: "misapplied-criterion", reason: "The guidelines allow it." },
  ]);
  return units.indexOf(last);
}

/** Opens the criterion that has been redlined, with the focus on a quote, so that it is marked in the text. */
async function showRedline(/** @type {import("@playwright/test").Page} */ page, /** @type {Place} */ { redlined }) {
  await page.getByRole("navigation", { name: "Criteria" }).getByRole("listitem").nth(redlined).getByRole("button").click();
  const quote = page.getByRole("listitem", { name: /^Evidence, Accepted/ }).first();
  await quote.locator("p").last().click();
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @param {Place} ids
 * @param {{ width: number, height: number }} size
 * @param {"light" | "dark"} theme
 */
async function photograph(browser, url, ids, { width, height }, theme) {
  /** @type {import("@playwright/test").BrowserContextOptions} */
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

async function takeAll(/** @type {import("@playwright/test").Browser} */ browser, /** @type {string} */ url) {
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
