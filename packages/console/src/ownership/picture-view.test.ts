import { describe, expect, it } from 'vitest';
import { firstView, wholeView, zoomed } from './picture-view.ts';

const frame = { width: 1000, height: 600 };
const customer = { x: 1400, y: 1100, width: 180, height: 60 };
const card = (x: number, y: number) => ({ x, y, width: 180, height: 100 });

describe('the first view of a picture', () => {
  it('is all of it where its words can be read then, and not larger than it is drawn', () => {
    const small = { width: 400, height: 300 };
    expect(firstView(small, frame, { wanted: [], customer })).toEqual({
      scale: 1,
      centre: { x: 200, y: 150 },
    });
    const larger = { width: 1250, height: 700 };
    expect(firstView(larger, frame, { wanted: [card(0, 0)], customer }).scale).toBe(0.8);
  });

  it('has the cards with hits in sight where all of it is too small to be read', () => {
    const picture = { width: 3000, height: 1200 };
    const near = firstView(picture, frame, { wanted: [card(1300, 600)], customer });
    // With the customer, where there is room for both.
    expect(near).toEqual({ scale: 0.75, centre: { x: 1440, y: 880 } });
    const far = firstView(picture, frame, { wanted: [card(0, 0)], customer });
    expect(far.centre).toEqual({ x: 90, y: 50 });
    const apart = firstView(picture, frame, { wanted: [card(0, 0), card(2800, 0)], customer });
    expect(apart.centre).toEqual({ x: 90, y: 50 });
  });

  it('has the customer in sight where nobody has a hit', () => {
    const view = firstView({ width: 3000, height: 1200 }, frame, { wanted: [], customer });
    expect(view.centre).toEqual({ x: 1490, y: 1130 });
  });

  it('is all of it on demand, however small, and zooms within bounds', () => {
    expect(wholeView({ width: 4000, height: 600 }, frame).scale).toBe(0.25);
    expect(zoomed(1, 'in')).toBe(1.25);
    expect(zoomed(1.9, 'in')).toBe(2);
    expect(zoomed(0.1, 'out')).toBe(0.1);
  });
});
