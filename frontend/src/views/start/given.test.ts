import { expect, it } from 'vitest';
import { given } from './given';

it.each([
  [{}, { question: '', kind: '', documents: [], follows: '', from: '' }],
  [{ question: 'Why?', follows: 'r1' }, { question: 'Why?', kind: '', documents: [], follows: 'r1', from: '' }],
  [{ kind: 'deep' }, { question: '', kind: 'deep', documents: [], follows: '', from: '' }],
  [{ question: 'Why?', from: 'd1' }, { question: 'Why?', kind: '', documents: [], follows: '', from: 'd1' }],
  [{ documents: '["a.pdf","b, c.pdf"]' }, { question: '', kind: '', documents: ['a.pdf', 'b, c.pdf'], follows: '', from: '' }],
  [{ document: 'a.pdf' }, { question: '', kind: '', documents: ['a.pdf'], follows: '', from: '' }],
  [{ documents: '[1,{}' }, { question: '', kind: '', documents: [], follows: '', from: '' }],
  [{ documents: '[1,"a.pdf",null]' }, { question: '', kind: '', documents: ['a.pdf'], follows: '', from: '' }],
])('%o', (query, wanted) => expect(given(query as Record<string, string>)).toEqual(wanted));
