import type { Page } from "@playwright/test";
import { accessibilityProblems, sidewaysOverflow } from "../support/page-checks";
import { invite, makeStudy } from "../support/study";
import { expect, signIn, test } from "../support/test";

/** An authenticator that Chromium pretends to have: in the device, with somebody who always shows their finger. */
async function giveAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    passkeys: async () => (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length,
    refuse: () => session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false }),
  };
}

async function check(page: Page, state: string): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await accessibilityProblems(page), `${state} at ${width}`).toEqual([]);
    expect(await sidewaysOverflow(page), `${state} at ${width}`).toBeNull();
  }
}

test("a person adds a passkey with their password, names it, signs in with it alone, and removes it", async ({ page, api }) => {
  test.slow();
  // Browsers know no passkeys for a bare address.
  const home = api.baseURL.replace("127.0.0.1", "localhost");
  const { projectId } = await makeStudy(api, { samples: 2 });
  const person = await invite(api, projectId, "researcher", "Petra");
  await signIn(page, home, person);
  const authenticator = await giveAuthenticator(page);

  await page.goto(`${home}/profile`);
  const panel = page.locator('[data-panel="Passkeys"]');
  await panel.getByLabel("Name of the new passkey").fill("Laptop");
  await panel.getByLabel("Your password").fill("not the password");
  await panel.getByRole("button", { name: "Add a passkey" }).click();
  await expect(panel.getByText("The password is wrong.")).toBeVisible();
  expect(await authenticator.passkeys()).toBe(0);
  await panel.getByLabel("Your password").fill(person.password);
  await panel.getByRole("button", { name: "Add a passkey" }).click();
  await expect(panel.getByRole("listitem")).toContainText("Laptop");
  expect(await authenticator.passkeys()).toBe(1);
  await panel.getByRole("button", { name: "Rename Laptop" }).click();
  await panel.getByLabel("New name of Laptop").fill("Work laptop");
  await panel.getByRole("button", { name: "Save the name" }).click();
  await expect(panel.getByRole("listitem")).toContainText("Work laptop");
  await check(page, "a profile with a passkey");

  await page.context().clearCookies();
  await page.goto(`${home}/sign-in`);
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeVisible();
  await check(page, "the sign-in page");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).not.toHaveURL(/sign-in/);
  await page.goto(`${home}/profile`);
  await expect(page.getByText(person.email)).toBeVisible();

  await panel.getByRole("button", { name: "Remove Work laptop" }).click();
  await expect(panel.getByRole("listitem")).toHaveCount(0);
  await page.context().clearCookies();
  await page.goto(`${home}/sign-in`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText(/passkey/i).last()).toBeVisible();
  await expect(page).toHaveURL(/sign-in/);
  await authenticator.refuse();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("The browser used no passkey")).toBeVisible();
});

test("at a bare address the profile says why there are no passkeys, and the sign-in page offers none", async ({ page, api, baseURL }) => {
  const { projectId } = await makeStudy(api, { samples: 2 });
  await page.goto("/sign-in");
  await expect(page.getByRole("button", { name: "Sign in" })).toHaveCount(1);
  await signIn(page, baseURL ?? "", await invite(api, projectId, "annotator", "Paul"));
  await page.goto("/profile");
  await expect(page.locator('[data-panel="Passkeys"]')).toContainText("open Redline by its name instead of a number");
});
