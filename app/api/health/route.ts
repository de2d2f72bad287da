import { answer, jsonReply } from "@/lib/http/answer";
import { readHealth } from "@/lib/http/health";

export const dynamic = "force-dynamic";

export const GET = (request: Request) =>
  answer(request, async () => {
    const health = await readHealth();
    return jsonReply(health, { status: health.status === "ok" ? 200 : 503 });
  });
