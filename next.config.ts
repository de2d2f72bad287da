import type { NextConfig } from "next";

const config: NextConfig = {
  agentRules: false,
  experimental: { agentUpgrade: false },
  typedRoutes: false,
  poweredByHeader: false,
  reactStrictMode: true,
  // Types are a stage of `npm test`. Checking them again in every build would make each first start wait, and fail on a test file.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["pg", "pino", "graphile-worker"],
};

export default config;
