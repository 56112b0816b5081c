import { describe, expect, it } from 'vitest';
import type { report } from '../backend';
import { outcome } from './outcome';
import { said } from './said';

const made = (over: Partial<report.Report>) =>
  ({ answer: [{ sentences: [{ text: 'The limit is 20 mSv.' }] }], missing: [], making: { model: 'qwen3:14b' }, ...over }) as report.Report;

describe('outcome', () => {
  it('names the parts without a full answer', () => {
    expect(outcome(made({ verdict: 'partly', missing: ['who supervises.', 'the fine'] }), said('en'))).toBe(
      'Partly answered. Missing: who supervises; the fine.',
    );
  });
  it('says that no model has judged the passages', () => {
    expect(outcome(made({ verdict: 'unsure', making: {} as report.Making }), said('de'))).toContain('von keinem Modell');
  });
  it('says that an answer was found without a model', () => {
    expect(outcome(made({ verdict: 'answered', making: {} as report.Making }), said('en'))).toBe('Answered. Found without a model.');
  });
  it('says that a question is answered, and adds nothing to no answer and to reports from before', () => {
    expect([made({ verdict: 'answered' }), made({ verdict: 'not', answer: [] }), made({})].map((one) => outcome(one, said('en')))).toEqual(['Answered.', '', '']);
  });
});
