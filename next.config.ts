import type { NextConfig } from "next";

/** The API reference is drawn by somebody else's script: the browser lets it reach nothing but this server. */
const ownOriginOnly =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; worker-src 'self' blob:";

const config: NextConfig = {
  agentRules: false,
  experimental: { agentUpgrade: false },
  typedRoutes: false,
  poweredByHeader: false,
  reactStrictMode: true,
  headers: async () => [{ source: "/docs/api", headers: [{ key: "Content-Security-Policy", value: ownOriginOnly }] }],
  // Types are a stage of `npm test`. Checking them again in every build would make each first start wait, and fail on a test file.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["pg", "pino", "graphile-worker"],
};

export default config;
