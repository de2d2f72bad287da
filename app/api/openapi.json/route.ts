import { answer, jsonReply } from "@/lib/http/answer";
import { openApiDocument } from "@/lib/http/openapi";

export const GET = (request: Request) => answer(request, async () => jsonReply(openApiDocument()));
