import { AppError } from "@/lib/domain/errors";
import { answer } from "@/lib/http/answer";

/** Addresses below /api that nothing else serves: a script gets the error shape, not a page. */
const unknownAddress = (request: Request): Promise<Response> =>
  answer(request, async () => {
    throw new AppError("not_found", "There is nothing at this address. /api/openapi.json lists what there is.");
  });

export { unknownAddress as DELETE, unknownAddress as GET, unknownAddress as PATCH, unknownAddress as POST, unknownAddress as PUT };
