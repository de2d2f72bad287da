// Takes a picture of every panel of the report: FOLDER/DATA-THEME-PANEL.png. Fonts differ between machines, so pictures are compared with those of an
// earlier run on the same one; components/report/panel-structure.dom.test.tsx checks everywhere what does not depend on fonts.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromium } from "@playwright/test";
import { root } from "../bin/lib/paths.mjs";
import { chromiumLaunchOptions } from "./chromium.mjs";
import { adminAccount, startProduct } from "./support/server.mjs";

const folder = resolve(process.argv[2] ?? join(root, "test-results/panels"));

/** Samples, criteria and raters of each task, and the score that a rater gives. */
const data = {
  empty: { samples: 3, criteria: 1, raters: [], score: () => 3 },
  tiny: { samples: 2, criteria: 1, raters: ["Ann", "Bob"], score: (sample, _, rater) => 1 + ((sample + rater) % 5) },
  degenerate: { samples: 24, criteria: 2, raters: ["Ann", "Bob", "Cleo"], score: () => 4 },
  large: {
    samples: 200,
    criteria: 12,
    raters: ["Ann", "Bob", "Cleo", "Dan", "Eve", "A rater with a name that is as long as names get"],
    score: (sample, criterion, rater) => 1 + ((sample * 7 + criterion * 3 + (sample % 4 === 0 ? rater : 0)) % 5),
  },
};

function filesOf({ samples, criteria, raters, score }) {
  const all = Array.from({ length: samples }, (_, index) => index);
  const names = Array.from({ length: criteria }, (_, index) => `Criterion ${index + 1} that says at some length what is asked`);
  const people = [...raters.map((name) => [name, "annotator"]), ...(raters.length > 0 ? [["model-x", "judge"]] : [])];
  const ratings = people.flatMap(([name, kind], rater) =>
    names.flatMap((criterion, place) => all.map((sample) => `s${sample},${criterion},${name},${kind},${score(sample, place, rater)}`)),
  );
  return {
    samples: ["id,input,output,system", ...all.map((index) => `s${index},Question ${index % 50},Answer ${index},system ${index % 4}`)].join(
      "\n",
    ),
    ratings: ratings.length === 0 ? null : ["sample_id,criterion,rater,rater_kind,score", ...ratings].join("\n"),
  };
}

async function call(context, url, method, path, { data: body, file } = {}) {
  const headers = { Origin: url, ...(file !== undefined && { "content-type": "application/octet-stream" }) };
  const content = file ?? body;
  const response = await context.request.fetch(`${url}${path}`, { method, headers, ...(content !== undefined && { data: content }) });
  if (!response.ok()) throw new Error(`${method} ${path} answered ${response.status()} ${await response.text()}`);
  return response.json();
}

async function importFile(context, url, project, task, name, file) {
  const query = new URLSearchParams({ fileName: name, task });
  const staged = await call(context, url, "POST", `/api/v1/projects/${project}/imports?${query}`, { file });
  await call(context, url, "POST", `/api/v1/imports/${staged.id}/commit`, { data: {} });
}

/** A project with a task for each kind of data; the tasks' ids by kind. */
async function makeTasks(context, url) {
  const project = await call(context, url, "POST", "/api/v1/projects", { data: { name: "Panels" } });
  const tasks = {};
  for (const [kind, of] of Object.entries(data)) {
    const body = { name: kind, inputName: "question", outputName: "answer" };
    tasks[kind] = (await call(context, url, "POST", `/api/v1/projects/${project.id}/tasks`, { data: body })).id;
    const files = filesOf(of);
    await importFile(context, url, project.id, kind, "samples.csv", files.samples);
    if (files.ratings !== null) await importFile(context, url, project.id, kind, "ratings.csv", files.ratings);
  }
  return { project: project.id, tasks };
}

/** Saves a picture; returns whether another one was there. */
function keep(name, picture) {
  const path = join(folder, `${name}.png`);
  const differs = existsSync(path) && !readFileSync(path).equals(picture);
  writeFileSync(path, picture);
  return differs ? [name] : [];
}

const fileName = (title) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

async function photograph(browser, url, { project, tasks }, theme) {
  const look = { viewport: { width: 1440, height: 900 }, colorScheme: theme, reducedMotion: "reduce", locale: "en-GB", timezoneId: "UTC" };
  const context = await browser.newContext(look);
  await call(context, url, "POST", "/api/auth/sign-in/email", { data: adminAccount });
  const page = await context.newPage();
  const differing = [];
  let taken = 0;
  for (const [kind, task] of Object.entries(tasks)) {
    await page.goto(`${url}/projects/${project}/report?task=${task}`, { waitUntil: "networkidle" });
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    // Methods name the day and the version of the data, which are others in every run.
    const panels = await page.locator("[data-panel]:not([data-panel=Methods])").all();
    if (panels.length === 0) differing.push(...keep(`${kind}-${theme}-page`, await page.screenshot({ animations: "disabled" })));
    for (const panel of panels) {
      const title = (await panel.getAttribute("data-panel")) ?? "";
      differing.push(...keep(`${kind}-${theme}-${fileName(title)}`, await panel.screenshot({ animations: "disabled" })));
    }
    taken += Math.max(1, panels.length);
  }
  await context.close();
  return { taken, differing };
}

mkdirSync(folder, { recursive: true });
const product = await startProduct();
try {
  const browser = await chromium.launch(await chromiumLaunchOptions());
  try {
    const context = await browser.newContext();
    await call(context, product.url, "POST", "/api/auth/sign-in/email", { data: adminAccount });
    const made = await makeTasks(context, product.url);
    const found = [];
    for (const theme of ["light", "dark"]) found.push(await photograph(browser, product.url, made, theme));
    const differing = found.flatMap((one) => one.differing);
    console.log(`Took ${found.reduce((sum, { taken }) => sum + taken, 0)} pictures into ${folder}.`);
    for (const name of differing) console.log(`differs from before: ${name}`);
    if (differing.length > 0) process.exitCode = 1;
  } finally {
    await browser.close();
  }
} finally {
  await product.stop();
}
