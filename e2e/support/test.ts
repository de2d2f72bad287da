import { test as base, expect, type Page } from "@playwright/test";
import type { Api } from "./api";
import { makeScene, type Scene } from "./scene";
import { adminAccount } from "./server.mjs";
import { type StandInLlm, startStandInLlm } from "./stand-in-llm";
import { type Credentials, signedInApi } from "./study";

/** Signs in without the form, for journeys that are about something else; the page then has the session's cookie. */
export async function signIn(page: Page, baseURL: string, { email, password }: Credentials): Promise<void> {
  const response = await page.request.post(`${baseURL}/api/auth/sign-in/email`, {
    data: { email, password },
    headers: { Origin: baseURL },
  });
  expect(response.ok(), await response.text()).toBe(true);
}

interface Fixtures {
  /** Whether the journey does what a page's content security policy stops, on purpose. Otherwise nothing may be stopped. */
  attacked: boolean;
  /** A page on which the instance's admin is signed in. */
  adminPage: Page;
  /** This journey's own model server, which can fail on request. */
  standIn: StandInLlm;
}

interface WorkerFixtures {
  /** The HTTP API, signed in as the instance's admin. */
  api: Api;
  /** A project in which every page has content, for journeys that look at pages and change nothing that another one needs. */
  scene: Scene;
}

/** Playwright's test with the fixtures of our journeys. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  api: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern; this one has none
    async ({}, use) => {
      const api = await signedInApi(process.env.REDLINE_JOURNEYS_URL ?? "", adminAccount);
      await use(api);
      await api.request.dispose();
    },
    { scope: "worker" },
  ],
  scene: [
    async ({ api }, use) => {
      const standIn = await startStandInLlm();
      await use(await makeScene(api, standIn.url));
      await standIn.close();
    },
    { scope: "worker" },
  ],
  attacked: [false, { option: true }],
  page: async ({ page, attacked }, use) => {
    const violations: string[] = [];
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) violations.push(message.text());
    });
    await use(page);
    if (!attacked) expect(violations, "stopped by the page's content security policy").toEqual([]);
  },
  adminPage: async ({ page, baseURL }, use) => {
    await signIn(page, baseURL ?? "", adminAccount);
    await use(page);
  },
  // biome-ignore lint/correctness/noEmptyPattern: this fixture has no dependencies either
  standIn: async ({}, use) => {
    const standIn = await startStandInLlm();
    await use(standIn);
    await standIn.close();
  },
});

export { expect };
