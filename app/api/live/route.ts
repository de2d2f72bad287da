/** Whether the web process answers at all, asking nothing of database or worker: for load balancers. Readiness is /api/health. */
export const GET = (): Response => new Response(null, { status: 204, headers: { "cache-control": "no-store" } });
