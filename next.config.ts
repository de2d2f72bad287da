import type { NextConfig } from "next";

/** For every response. Pages get a content security policy beside these, with a nonce of their own (proxy.ts). */
const headers = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "X-Frame-Options", value: "DENY" },
];

/** Loaded only where traces are asked for, so never bundled. */
const tracing = ["api", "core", "exporter-trace-otlp-http", "resources", "sdk-trace-base"].map((name) => `@opentelemetry/${name}`);

const config: NextConfig = {
  agentRules: false,
  experimental: { agentUpgrade: false },
  typedRoutes: false,
  poweredByHeader: false,
  reactStrictMode: true,
  headers: async () => [{ source: "/:path*", headers }],
  // Types are a stage of `npm test`. Checking them again in every build would make each first start wait, and fail on a test file.
  typescript: { ignoreBuildErrors: true },
  // As in `app`: what pages/api imports is bundled, and packages see a server.
  bundlePagesRouterDependencies: true,
  turbopack: { resolveAlias: { "server-only": { browser: "server-only", default: "./node_modules/server-only/empty.js" } } },
  serverExternalPackages: ["pg", "pino", "prom-client", "graphile-worker", "undici", ...tracing],
};

export default config;
