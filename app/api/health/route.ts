import { answer } from "@/lib/http/answer";
import { readHealth } from "@/lib/http/health";

export const dynamic = "force-dynamic";

export const GET = (request: Request) =>
  answer(request, async () => {
    const health = await readHealth();
    return Response.json(health, { status: health.status === "ok" ? 200 : 503 });
  });
