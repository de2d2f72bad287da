import { afterAll, beforeEach, expect } from "vitest";
import { clientAddressHeader } from "@/lib/auth/client-address";
import { AppError } from "@/lib/domain/errors";
import { actorBehind, temporaryInstance, testPassword } from "./accounts";
import { type IdentityProvider, type ProviderPerson, startIdentityProvider } from "./identity-provider";

export const origin = "http://127.0.0.1:3000";

/**
 * An installation with single sign-on through an identity provider, set up anew before each test, and browsers that go from one to the other. Requests to the
 * installation are answered by `answer`.
 */
export async function signOnScene(answer: (request: Request) => Promise<Response>) {
  temporaryInstance();
  const provider: IdentityProvider = await startIdentityProvider(`${origin}/api/auth/callback/sso`);
  afterAll(() => provider.close());

  beforeEach(() => {
    for (const name of Object.keys(process.env).filter((one) => one.startsWith("REDLINE_OIDC_"))) delete process.env[name];
    delete process.env.REDLINE_PASSWORD_SIGN_IN;
    set({ ISSUER: provider.issuer, CLIENT_ID: provider.clientId, CLIENT_SECRET: provider.clientSecret, DOMAINS: "uni.example" });
  });

  const set = (settings: Record<string, string>) => {
    for (const [name, value] of Object.entries(settings)) process.env[`REDLINE_OIDC_${name}`] = value;
  };

  let browsers = 0;

  /** A browser: keeps cookies by origin. */
  class Browser {
    private readonly address = `192.0.2.${++browsers}`;
    private readonly jars = new Map<string, Map<string, string>>();

    private jar(url: string): Map<string, string> {
      const { origin: from } = new URL(url);
      if (!this.jars.has(from)) this.jars.set(from, new Map());
      return this.jars.get(from) ?? new Map();
    }
    cookies(): string {
      return [...this.jar(origin)].map(([name, value]) => `${name}=${value}`).join("; ");
    }
    async ask(url: string, init: { method?: string; body?: unknown } = {}): Promise<Response> {
      const cookie = [...this.jar(url)].map(([name, value]) => `${name}=${value}`).join("; ");
      const headers: Record<string, string> = { cookie, ...(init.body !== undefined && { "content-type": "application/json", origin }) };
      const full = { method: init.method ?? "GET", headers, ...(init.body !== undefined && { body: JSON.stringify(init.body) }) };
      const own = url.startsWith(origin);
      const request = new Request(url, { ...full, headers: { ...headers, [clientAddressHeader]: this.address } });
      const response = own ? await answer(request) : await fetch(url, { ...full, redirect: "manual" });
      for (const one of response.headers.getSetCookie()) {
        const [pair = "", ...attributes] = one.split("; ");
        const [name = "", value = ""] = pair.split(/=(.*)/s);
        if (value === "" || attributes.some((each) => /^max-age=0$/i.test(each))) this.jar(url).delete(name);
        else this.jar(url).set(name, value);
      }
      return response;
    }
    /** Goes to the identity provider and back; returns the path where it ends. */
    async signOn(person: ProviderPerson, path = "/sign-in/sso", body: object = { next: "/projects" }): Promise<string> {
      provider.person = person;
      return this.follow(await this.begin(path, body));
    }
    /** Begins to sign in; returns the identity provider's page to go to. */
    async begin(path = "/sign-in/sso", body: object = { next: "/projects" }): Promise<string> {
      const begun = await this.ask(`${origin}/api/auth${path}`, { method: "POST", body });
      expect(begun.status).toBe(200);
      return ((await begun.json()) as { url: string }).url;
    }
    /** Follows redirects to the first page of this server, or to the first address that `until` accepts. */
    async follow(url: string, until: (url: string) => boolean = (one) => !one.includes("/api/auth/")): Promise<string> {
      for (let hop = 0; hop < 10; hop++) {
        const response = await this.ask(url);
        const to = response.headers.get("location");
        if (to === null) return `${response.status}: ${await response.text()}`;
        url = new URL(to, url).href;
        if (url.startsWith(origin) && until(url)) return url.slice(origin.length);
      }
      return "went round in circles";
    }
    async signIn(email: string): Promise<void> {
      expect((await this.ask(`${origin}/api/auth/sign-in/email`, { method: "POST", body: { email, password: testPassword } })).status).toBe(
        200,
      );
    }
    actor() {
      return actorBehind(new Headers({ cookie: this.cookies() }));
    }
  }

  let subjects = 0;
  const somebody = (of: Partial<ProviderPerson> = {}): ProviderPerson => {
    const sub = `person-${++subjects}`;
    return { sub, email: `${sub}@uni.example`, email_verified: true, name: `Person ${subjects}`, ...of };
  };
  const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error);
  const nobody = (browser: Browser) => expect(browser.actor().catch(codeOf)).resolves.toBe("unauthenticated");
  return { provider, set, Browser, somebody, codeOf, nobody };
}
