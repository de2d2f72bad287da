import { expect, test } from "vitest";

process.env.DATABASE_URL ??= "postgres://unused";
process.env.REDLINE_SECRET ??= "a-secret-for-tests-only";

test("an unknown path gets the error shape, whatever the method", async () => {
  const routes = await import("./route");
  const requestId = "4bf92f3577b34da6a3ce929d0e0e4736";
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const) {
    const response = await routes[method](new Request("http://127.0.0.1/api/v1/nope", { method, headers: { "x-request-id": requestId } }));
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      error: { code: "not_found", message: expect.stringContaining("nothing at this address"), requestId },
    });
  }
});
