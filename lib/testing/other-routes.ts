import type { AccessRole } from "./endpoint-access";

/** A request to a route outside the versioned interface, and the status that a visitor and each role get. */
interface OtherRow {
  /** The route's folder under app/, and a path that it serves. */
  route: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  params?: Record<string, string>;
  body?: object;
  /** What everybody gets who is not listed. */
  status: number;
  except?: Partial<Record<AccessRole | "visitor", number>>;
}

const nothing = { route: "api/[...rest]", path: "/api/no-such-thing", status: 404 };

/** At least one row for each method of each route; endpoint-access.db.test.ts asks each as each role. */
export const otherRows: readonly OtherRow[] = [
  ...(["GET", "POST", "PUT", "PATCH", "DELETE"] as const).map((method) => ({ ...nothing, method })),
  { route: "api/auth/[...path]", method: "GET", path: "/api/auth/list-accounts", status: 200, except: { visitor: 401 } },
  // Participants have a code, which they cannot change.
  {
    ...{ route: "api/auth/[...path]", method: "POST", path: "/api/auth/update-user", body: { name: "Another" } },
    ...{ status: 200, except: { visitor: 401, participant: 403 } },
  },
  { route: "api/auth/[...path]", method: "POST", path: "/api/auth/admin/list-users", body: {}, status: 404 },
  {
    ...{ route: "api/auth/change-password", method: "POST", path: "/api/auth/change-password" },
    ...{ body: { currentPassword: "not theirs", newPassword: "a new long password" }, status: 422, except: { visitor: 401 } },
  },
  { route: "api/auth/set-password", method: "GET", path: "/api/auth/set-password?token=unknown", status: 404 },
  {
    ...{ route: "api/auth/set-password", method: "POST", path: "/api/auth/set-password" },
    ...{ body: { token: "unknown", password: "a new long password" }, status: 409 },
  },
  {
    ...{ route: "api/take-part/[token]", method: "POST", path: "/api/take-part/unknown", params: { token: "unknown" } },
    ...{ body: { query: { id: "worker-1" } }, status: 404 },
  },
  { route: "api/health", method: "GET", path: "/api/health", status: 503 },
  { route: "api/live", method: "GET", path: "/api/live", status: 204 },
  { route: "api/openapi.json", method: "GET", path: "/api/openapi.json", status: 200 },
  // No role opens it: only the token does (metrics.db.test.ts).
  { route: "metrics", method: "GET", path: "/metrics", status: 401 },
  { route: "docs/api/redoc.js", method: "GET", path: "/docs/api/redoc.js", status: 200 },
];
