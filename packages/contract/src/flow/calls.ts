import { z } from 'zod';
import type { FlowProblemCode } from './problems.ts';
import {
  checkBody,
  codeBody,
  confirmBody,
  consentBody,
  documentBody,
  fileBody,
  languageBody,
  reopenBody,
  sessionBody,
  stepBodies,
} from './routes.ts';
import { choiceView, fieldFault, flowFile, flowSession, flowView } from './view-schemas.ts';

/** One call of the hosted pages, below `/verify/api`. */
export interface FlowCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Parameters in braces. */
  readonly path: string;
  /** One sentence for people. */
  readonly title: string;
  /** Absent: none; `bytes`: a part of a file. */
  readonly body?: z.ZodType | 'bytes';
  readonly query?: z.ZodObject;
  readonly output: z.ZodType;
  /** What no schema says of the body, by the place in it: the rule, and how a value against it is refused. */
  readonly furtherRules?: Readonly<Record<string, string>>;
  /** Refusals beyond those that every call can meet. */
  readonly problems: readonly FlowProblemCode[];
}

const deadLinks = ['LINK_EXPIRED', 'LINK_SUPERSEDED', 'LINK_SPENT'] as const;
const inStep = ['STEP_NOT_NEXT', 'FLOW_ENDED'] as const;
/** What a step asks for depends on the workflow and on what was given before. */
const asAsked = { body: 'fits what the step asks for, else 422 `INVALID` with `faults`' };
const badFile = ['NOT_FOUND', 'UNSUPPORTED_MEDIA_TYPE', 'STORAGE_FULL'] as const;

/** Every call: the server registers these and no others. */
export const flowCalls = {
  'session.open': {
    method: 'POST',
    path: '/session',
    title: 'Exchange a link token for a session token; starts no execution',
    body: sessionBody,
    output: flowSession,
    problems: ['LINK_UNKNOWN', ...deadLinks],
  },
  'flow.read': {
    method: 'GET',
    path: '/flow',
    title: 'Current state of the flow',
    output: flowView,
    problems: [],
  },
  'flow.consent': {
    method: 'POST',
    path: '/consent',
    title: 'Start the execution, or resume an unfinished one of the same customer and event type',
    body: consentBody,
    output: flowView,
    problems: [],
  },
  'flow.language': {
    method: 'POST',
    path: '/language',
    title: 'Set the language of messages',
    body: languageBody,
    output: flowView,
    problems: [],
  },
  'steps.give': {
    method: 'POST',
    path: '/steps/{nodeId}',
    title: 'Submit the current step; a repeat with the same key and data has the same answer',
    body: z.union([...new Set(Object.values(stepBodies))]).describe('Depends on the type of the step.'),
    furtherRules: asAsked,
    output: flowView,
    problems: ['STEP_GIVEN', ...inStep, 'INVALID', 'CODE_WRONG', 'CODE_EXPIRED', 'CODE_EXHAUSTED'],
  },
  'steps.check': {
    method: 'POST',
    path: '/steps/{nodeId}/check',
    title: 'Validate some fields of the current step; nothing is saved',
    body: checkBody,
    output: z.array(fieldFault),
    problems: [...inStep],
  },
  'steps.code': {
    method: 'POST',
    path: '/steps/{nodeId}/code',
    title: 'Send a code; a code that was sent a few seconds ago stays valid instead',
    body: codeBody,
    furtherRules: asAsked,
    output: flowView,
    problems: [...inStep, 'INVALID', 'CODE_EXHAUSTED'],
  },
  'steps.reopen': {
    method: 'POST',
    path: '/steps/{nodeId}/reopen',
    title: 'Go back to an earlier step, if only steps of the person came after it',
    body: reopenBody,
    output: flowView,
    problems: ['NOT_FOUND', ...inStep],
  },
  'files.announce': {
    method: 'POST',
    path: '/files',
    title: 'Announce a file, or ask which of its parts are missing',
    body: fileBody,
    furtherRules: { clientKey: 'names no other file of the flow, else 400 `MALFORMED`' },
    output: flowFile,
    problems: [...badFile],
  },
  'files.part': {
    method: 'PUT',
    path: '/files/{fileId}/parts/{number}',
    title: 'Send a part, numbered from 0, in any order and as often as needed',
    body: 'bytes',
    furtherRules: { body: 'has the length of a part of the announced file, else 400 `MALFORMED`' },
    output: flowFile,
    problems: [...badFile],
  },
  'documents.add': {
    method: 'POST',
    path: '/steps/{nodeId}/documents',
    title: 'Add a document of complete files and read it; answers after reading',
    body: documentBody,
    furtherRules: asAsked,
    output: flowView,
    problems: [...inStep, 'INVALID'],
  },
  'documents.confirm': {
    method: 'PUT',
    path: '/steps/{nodeId}/documents/{documentId}',
    title: 'Save the fields of a document as confirmed by the person',
    body: confirmBody,
    furtherRules: asAsked,
    output: flowView,
    problems: ['NOT_FOUND', ...inStep, 'INVALID'],
  },
  'documents.remove': {
    method: 'DELETE',
    path: '/steps/{nodeId}/documents/{documentId}',
    title: 'Withdraw a document',
    output: flowView,
    problems: [...inStep],
  },
  'choices.search': {
    method: 'GET',
    path: '/choices/{key}',
    title: 'Search a long list of choices by code or name; at most 50 results',
    query: z.object({
      q: z.string().max(200).default('').describe('Without it all choices, where these are at most 300.'),
    }),
    output: z.array(choiceView),
    problems: ['NOT_FOUND'],
  },
} as const satisfies Record<string, FlowCall>;
export type FlowCallName = keyof typeof flowCalls;
