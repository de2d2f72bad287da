/** Liveness for load balancers: does the web process answer? Checks neither database nor worker; readiness is /api/health. */
export const GET = (): Response => new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
