// An organisation's identity provider: the npm package oidc-provider on a port of its own, with people who sign in at once.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export interface ProviderPerson {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  groups?: string[];
}

export interface IdentityProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Who the next visitor is. */
  person: ProviderPerson;
  close(): Promise<void>;
}

/** Starts the provider for one client. `groups` are told only at the userinfo endpoint, as many providers do. */
export async function startIdentityProvider(redirectUri: string, at: { port: number } = { port: 0 }): Promise<IdentityProvider> {
  const server: Server = createServer();
  server.listen(at.port, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const made: IdentityProvider = {
    issuer,
    clientId: "redline",
    clientSecret: "a secret that only the two know",
    person: { sub: "1" },
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: made.clientId,
        client_secret: made.clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code"],
        response_types: ["code"],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"], groups: ["groups"] },
    scopes: ["openid", "email", "profile", "groups"],
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    cookies: { keys: ["signs the provider's own cookies"] },
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ ...made.person, sub: id }) }),
  });
  const answer = provider.callback();
  server.on("request", async (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return answer(request, response);
    const { params, prompt } = await provider.interactionDetails(request, response);
    if (prompt.name === "login") return provider.interactionFinished(request, response, { login: { accountId: made.person.sub } });
    const grant = new provider.Grant({ accountId: made.person.sub, clientId: made.clientId });
    grant.addOIDCScope(String(params.scope));
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  });
  return made;
}
