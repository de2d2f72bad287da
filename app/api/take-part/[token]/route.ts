import { isCrossSite } from "@/lib/auth/trusted-origins";
import { AppError } from "@/lib/domain/errors";
import { takePartBody } from "@/lib/domain/participation";
import { answer, jsonReply } from "@/lib/http/answer";
import { readCredentials } from "@/lib/http/read-input";
import { takePart } from "@/lib/workflows/take-part";

/** Signs somebody in who opened a participation link. */
export const POST = (request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> =>
  answer(request, async () => {
    if (isCrossSite(request.headers)) throw new AppError("forbidden", "This came from another site's page.");
    const input = await readCredentials(request, takePartBody);
    const { path, setCookies } = await takePart({ ...(await params), ...input }, request.headers);
    const response = jsonReply({ path });
    for (const cookie of setCookies) response.headers.append("set-cookie", cookie);
    return response;
  });
