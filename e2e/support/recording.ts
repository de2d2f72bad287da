import type { BrowserContext, Response } from "@playwright/test";

/** Everything one browser context received over the network: pages, their data, scripts and every API reply. */
export class Recording {
  private readonly arriving: Promise<void>[] = [];
  private readonly bodies: { url: string; text: string }[] = [];

  constructor(context: BrowserContext) {
    context.on("response", (response) => {
      this.arriving.push(this.keep(response));
    });
  }

  /** The URLs of replies that contain a text, plain or escaped as in JSON and HTML. */
  async repliesWith(text: string): Promise<string[]> {
    await Promise.all(this.arriving);
    const forms = new Set([text, jsonForm(text), jsonForm(jsonForm(text)), htmlForm(text)]);
    return this.bodies.filter((body) => [...forms].some((form) => body.text.includes(form))).map(({ url }) => url);
  }

  /** Every property name, at any depth, in replies of the HTTP API. */
  async propertyNames(): Promise<Set<string>> {
    await Promise.all(this.arriving);
    const names = new Set<string>();
    for (const { url, text } of this.bodies) {
      if (!new URL(url).pathname.startsWith("/api/")) continue;
      for (const [, name] of text.matchAll(/"(\w+)":/gu)) if (name !== undefined) names.add(name);
    }
    return names;
  }

  /** How many replies were kept. */
  async count(): Promise<number> {
    await Promise.all(this.arriving);
    return this.bodies.length;
  }

  private async keep(response: Response): Promise<void> {
    const headers = JSON.stringify(response.headers());
    // A redirect has no body, and a request that the browser aborted (a prefetch, a page it left) never received one.
    const body = response.status() >= 300 && response.status() < 400 ? "" : await response.text().catch(() => "");
    this.bodies.push({ url: response.url(), text: `${headers}\n${body}` });
  }
}

const jsonForm = (text: string) => JSON.stringify(text).slice(1, -1);
const htmlForm = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("'", "&#x27;");
