import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { placesByBytes } from "./packed";

const bytesOf = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");

test("places are found by the bytes of their ids, those of ids that differ little too", () => {
  const alike = ["00000001-0000", "80000001-0000", "00000001-0001"].map((begin) => `${begin}-4000-8000-000000000000`);
  const differing = [
    "00000001-0000-4001-8000-000000000000",
    "00000001-0000-4000-8001-000000000000",
    "00000001-0000-4000-8000-000080000000",
  ];
  const ids = [...alike, ...differing, ...Array.from({ length: 500 }, () => randomUUID())];
  const placeOf = placesByBytes(new Map(ids.map((id, place) => [id, 7 * place])));
  const bytes = Buffer.concat([Buffer.alloc(3), ...ids.map(bytesOf)]);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const asked = (order: readonly number[]) => order.map((n) => placeOf(view, 3 + 16 * n));
  const inOrder = [...ids.keys()];
  // One after the other, and each after any other.
  for (const order of [inOrder, inOrder, inOrder.toReversed(), inOrder.map((n) => (n * 5) % ids.length)])
    expect(asked(order)).toEqual(order.map((n) => 7 * n));
});

test("an id that is none of them has no place, though it begins like one", () => {
  const placeOf = placesByBytes(new Map([["00000001-0000-4000-8000-000000000000", 3]]));
  const places = ["00000001-0000-4000-8000-000000000001", "00000002-0000-4000-8000-000000000000"].map((id) => {
    const bytes = bytesOf(id);
    return placeOf(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0);
  });
  expect(places).toEqual([-1, -1]);
  // After the last id there is none.
  const last = bytesOf("00000001-0000-4000-8000-000000000000");
  const at = (bytes: Buffer) => placeOf(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), 0);
  expect([at(last), at(last), at(Buffer.alloc(16))]).toEqual([3, 3, -1]);
  expect(placesByBytes(new Map())(new DataView(new ArrayBuffer(16)), 0)).toBe(-1);
});
