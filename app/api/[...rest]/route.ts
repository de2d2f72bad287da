import { AppError } from "@/lib/domain/errors";
import { answer } from "@/lib/http/answer";

/** Catches unknown paths under /api, so a script gets the error shape instead of an HTML page. */
const unknownAddress = (request: Request): Promise<Response> =>
  answer(request, async () => {
    throw new AppError("not_found", "There is nothing at this address. /api/openapi.json lists what there is.");
  });

export { unknownAddress as DELETE, unknownAddress as GET, unknownAddress as PATCH, unknownAddress as POST, unknownAddress as PUT };
