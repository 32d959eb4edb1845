import { type Phrase, phrase } from '@gatehouse/contract';
import { meantWord } from '../lib/did-you-mean.ts';
import { isStorableText } from '../lib/storable-text.ts';
import {
  anything,
  type CheckedExpression,
  certainly,
  commonKind,
  declared,
  type ExpressionContext,
  expectedKinds,
  fieldNames,
  fits,
  isCertain,
} from './checked-expression.ts';
import { type ExpressionEnvironment, type FieldType, type Kind, reservedNames } from './environment.ts';
import {
  type ExpressionFunction,
  functionNames,
  isMacro,
  macros,
  maxMacroDepth,
  methodNames,
  methods,
  plainFunctions,
} from './expression-functions.ts';
import {
  type ExpressionFault,
  memberName,
  pathOf,
  type SyntaxNode,
  worded,
  wordsOf,
} from './expression-syntax.ts';
import {
  certain,
  choice,
  conjunction,
  disjunction,
  emptyOutcomes,
  narrow,
  negated,
  noFacts,
} from './null-narrowing.ts';

type Node<Op extends SyntaxNode['op']> = Extract<SyntaxNode, { op: Op }>;

/**
 * Finds every fault of a syntax tree: undeclared names, kinds that do not fit, optional fields without a
 * guard, functions that are not offered. One walk, because what a condition teaches about null has to be
 * known while the operands after it are evaluated.
 */
export class ExpressionCheck {
  readonly faults: ExpressionFault[] = [];
  readonly #environment: ExpressionEnvironment;
  readonly #complained = new Set<string>();

  constructor(environment: ExpressionEnvironment) {
    this.#environment = environment;
  }

  /** Evaluates a whole expression, which has to give one of the expected kinds and, for `boolean`, never null. */
  whole(tree: SyntaxNode, expected: readonly Kind[]): void {
    const checked = this.#check(tree, { facts: noFacts, locals: new Set() });
    if (!fits(checked.kind, expected) && checked.kind !== 'null') {
      this.#fault(tree, phrase('expressions.gives', { kind: checked.kind, ...expectedKinds(expected) }));
    } else if (expected.length === 1 && expected[0] === 'boolean') {
      if (checked.kind === 'null') {
        this.#fault(tree, phrase('expressions.gives', { kind: 'null', ...expectedKinds(expected) }));
      } else this.#needValue(tree, checked);
    }
  }

  #fault(node: SyntaxNode, said: Phrase): void {
    this.faults.push({ start: node.range.start, end: node.range.end, ...worded(said) });
  }

  #check(node: SyntaxNode, context: ExpressionContext): CheckedExpression {
    switch (node.op) {
      case 'value':
        return this.#literal(node, context);
      case 'id':
        return this.#name(node, context);
      case '.':
      case '[]':
        return this.#member(node, context);
      case '.?':
      case '[?]':
        this.#fault(node, phrase('expressions.optionalAccess'));
        return anything(context);
      case '&&':
      case '||':
        return this.#logical(node, context);
      case '?:':
        return this.#choice(node, context);
      case '!_': {
        const operand = this.#condition(node.args, context);
        return { kind: 'boolean', nullable: false, ...negated(operand) };
      }
      case '-_':
        this.#operand(node.args, context, ['number']);
        return certainly('number', context);
      case '==':
      case '!=':
        return this.#equality(node, context);
      case 'in':
        return this.#membership(node, context);
      case '<':
      case '<=':
      case '>':
      case '>=':
        this.#pair(node, context, ['number', 'text']);
        return certainly('boolean', context);
      case '+':
        return certainly(this.#pair(node, context, ['number', 'text', 'list']), context);
      case '-':
      case '*':
      case '/':
      case '%':
        this.#pair(node, context, ['number']);
        return certainly('number', context);
      case 'list':
        return this.#listLiteral(node, context);
      case 'map':
        for (const [key, value] of node.args) {
          this.#operand(key, context, ['text']);
          this.#element(value, context);
        }
        return certainly('map', context);
      case 'call':
        return this.#call(node, context);
      case 'rcall':
        return this.#method(node, context);
    }
  }

  #literal(node: Node<'value'>, context: ExpressionContext): CheckedExpression {
    const value = node.args;
    if (value === null) return { kind: 'null', nullable: true, ...emptyOutcomes(context.facts) };
    if (typeof value === 'boolean') {
      return { kind: 'boolean', nullable: false, ...certain(value, context.facts) };
    }
    if (typeof value === 'string') {
      if (!isStorableText(value)) this.#fault(node, phrase('expressions.unstorableText'));
      return certainly('text', context);
    }
    if (typeof value === 'number' || typeof value === 'bigint') return certainly('number', context);
    this.#fault(node, phrase('expressions.noBytes'));
    return anything(context);
  }

  #name(node: Node<'id'>, context: ExpressionContext): CheckedExpression {
    const name = node.args;
    if (context.locals.has(name)) return anything(context);
    const value = this.#environment.values.get(name);
    if (value) return declared(value, name, context);
    if (this.#environment.records.has(name)) {
      return { kind: 'map', nullable: false, record: true, ...emptyOutcomes(context.facts) };
    }
    this.#undeclared(node, name);
    return anything(context);
  }

  #undeclared(node: SyntaxNode, name: string): void {
    const reason = this.#environment.unavailable.get(name);
    const { records, values } = this.#environment;
    const known = [...records.keys(), ...values.keys()];
    this.#fault(
      node,
      reason ?? phrase('expressions.notDeclared', { name, known, ...meantWord(name, known) }),
    );
  }

  #member(node: Node<'.'> | Node<'[]'>, context: ExpressionContext): CheckedExpression {
    const receiver = node.args[0];
    if (receiver.op === 'id' && !context.locals.has(receiver.args)) {
      const fields = this.#environment.records.get(receiver.args);
      if (fields) return this.#field(node, { record: receiver.args, fields }, context);
    }
    if (node.op === '.') {
      this.#operand(receiver, context, ['map']);
      return anything(context);
    }
    const { kind } = this.#operand(receiver, context, ['list', 'map']);
    const index = kind === 'list' ? 'number' : 'text';
    this.#operand(node.args[1], context, kind === 'any' ? ['number', 'text'] : [index]);
    return anything(context);
  }

  #field(
    node: Node<'.'> | Node<'[]'>,
    of: { record: string; fields: ReadonlyMap<string, FieldType> },
    context: ExpressionContext,
  ): CheckedExpression {
    const name = memberName(node);
    if (name === undefined) {
      this.#fault(node, phrase('expressions.namedFields', { record: of.record, known: fieldNames(of) }));
      return anything(context);
    }
    const field = of.fields.get(name);
    if (field) return declared(field, `${of.record}.${name}`, context);
    const code = of.record === 'data' ? 'expressions.noDataField' : 'expressions.noField';
    this.#fault(
      node,
      phrase(code, {
        field: `${of.record}.${name}`,
        record: of.record,
        known: fieldNames(of),
        ...meantWord(name, of.fields.keys()),
      }),
    );
    return anything(context);
  }

  #logical(node: Node<'&&'> | Node<'||'>, context: ExpressionContext): CheckedExpression {
    const left = this.#condition(node.args[0], context);
    const facts = node.op === '&&' ? left.whenTrue : left.whenFalse;
    const right = this.#condition(node.args[1], { ...context, facts });
    const outcomes = node.op === '&&' ? conjunction(left, right) : disjunction(left, right);
    return { kind: 'boolean', nullable: false, ...outcomes };
  }

  #condition(node: SyntaxNode, context: ExpressionContext): CheckedExpression {
    return this.#operand(node, context, ['boolean']);
  }

  #choice(node: Node<'?:'>, context: ExpressionContext): CheckedExpression {
    const condition = this.#condition(node.args[0], context);
    const left = this.#element(node.args[1], { ...context, facts: condition.whenTrue });
    const right = this.#element(node.args[2], { ...context, facts: condition.whenFalse });
    const kind = commonKind(left.kind, right.kind);
    return { kind, nullable: left.nullable || right.nullable, ...choice(left, right) };
  }

  #equality(node: Node<'=='> | Node<'!='>, context: ExpressionContext): CheckedExpression {
    const left = this.#element(node.args[0], context);
    const right = this.#element(node.args[1], context);
    if (commonKind(left.kind, right.kind) === 'any' && left.kind !== 'any' && right.kind !== 'any') {
      this.#fault(node, phrase('expressions.neverEqual', { kind: left.kind, kind2: right.kind }));
    }
    // Whatever equals something that is not null is not null; neither is what differs from null.
    const equal = narrow(
      context.facts,
      isCertain(right) ? pathOf(node.args[0]) : undefined,
      isCertain(left) ? pathOf(node.args[1]) : undefined,
    );
    const different = narrow(
      context.facts,
      right.kind === 'null' ? pathOf(node.args[0]) : undefined,
      left.kind === 'null' ? pathOf(node.args[1]) : undefined,
    );
    const outcomes = { whenTrue: equal, whenFalse: different };
    return { kind: 'boolean', nullable: false, ...(node.op === '==' ? outcomes : negated(outcomes)) };
  }

  #membership(node: Node<'in'>, context: ExpressionContext): CheckedExpression {
    const [item, container] = node.args;
    const left = this.#element(item, context);
    const right = this.#element(container, context);
    if (right.kind === 'text') {
      this.#fault(node, phrase('expressions.inText'));
    } else if (!fits(right.kind, ['list', 'map', 'null'])) {
      this.#fault(node, phrase('expressions.inKind', { kind: right.kind }));
    } else if (right.kind === 'map' && !fits(left.kind, ['text', 'null'])) {
      this.#fault(node, phrase('expressions.keysAreTexts', { kind: left.kind }));
    } else if (right.elements && commonKind(left.kind, right.elements.kind) === 'any') {
      if (left.kind !== 'any' && right.elements.kind !== 'any') {
        this.#fault(node, phrase('expressions.neverIn', { kind: left.kind, kind2: right.elements.kind }));
      }
    }
    const certainItem = right.kind === 'map' || right.elements?.nullable === false;
    const found = narrow(context.facts, certainItem ? pathOf(item) : undefined, pathOf(container));
    return { kind: 'boolean', nullable: false, whenTrue: found, whenFalse: context.facts };
  }

  /** Two operands of one kind; returns that kind. */
  #pair(
    node: { args: [SyntaxNode, SyntaxNode] } & SyntaxNode,
    context: ExpressionContext,
    kinds: readonly Kind[],
  ): Kind {
    const left = this.#operand(node.args[0], context, kinds);
    const right = this.#operand(node.args[1], context, left.kind === 'any' ? kinds : [left.kind]);
    return left.kind === 'any' ? right.kind : left.kind;
  }

  #listLiteral(node: Node<'list'>, context: ExpressionContext): CheckedExpression {
    const checked = node.args.map((element) => this.#element(element, context));
    const values = checked.filter((element) => element.kind !== 'null');
    const kind = values.map((element) => element.kind).reduce(commonKind, values[0]?.kind ?? 'any');
    const nullable = checked.some((element) => !isCertain(element));
    return { ...certainly('list', context), elements: { kind, nullable } };
  }

  #call(node: Node<'call'>, context: ExpressionContext): CheckedExpression {
    const [name, operands] = node.args;
    if (name === 'has') return this.#has(node, operands, context);
    const called = Object.hasOwn(plainFunctions, name) ? plainFunctions[name] : undefined;
    if (called) return this.#apply(node, called, { operands, context });
    if (name === 'timestamp' || name === 'duration') {
      this.#fault(node, phrase('expressions.noDates', { name }));
    } else this.#noFunction(node, name, functionNames);
    return anything(context);
  }

  #has(node: Node<'call'>, operands: readonly SyntaxNode[], context: ExpressionContext): CheckedExpression {
    const access = operands[0];
    if (operands.length !== 1 || access?.op !== '.') {
      this.#fault(node, phrase('expressions.hasMember'));
      return certainly('boolean', context);
    }
    const receiver = access.args[0];
    if (
      receiver.op === 'id' &&
      this.#environment.records.has(receiver.args) &&
      !context.locals.has(receiver.args)
    ) {
      this.#member(access, context);
      this.#fault(node, phrase('expressions.nullWhenAbsent', { path: wordsOf(access) }));
      return certainly('boolean', context);
    }
    this.#operand(receiver, context, ['map']);
    return certainly('boolean', context);
  }

  #method(node: Node<'rcall'>, context: ExpressionContext): CheckedExpression {
    const [name, receiver, operands] = node.args;
    if (isMacro(name)) return this.#macro(node, context);
    const called = Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (called) return this.#apply(node, called, { receiver, operands, context });
    this.#element(receiver, context);
    if (name === 'matches') this.#fault(node, phrase('expressions.noPatterns'));
    else this.#noFunction(node, name, methodNames);
    return anything(context);
  }

  #noFunction(node: SyntaxNode, name: string, known: readonly string[]): void {
    this.#fault(node, phrase('expressions.noFunction', { name, known, ...meantWord(name, known) }));
  }

  #apply(
    node: Node<'call'> | Node<'rcall'>,
    called: ExpressionFunction,
    submitted: { receiver?: SyntaxNode; operands: readonly SyntaxNode[]; context: ExpressionContext },
  ): CheckedExpression {
    const { receiver, operands, context } = submitted;
    if (receiver) this.#operand(receiver, context, called.receiver ?? []);
    if (operands.length !== called.parameters.length) {
      const values = { name: node.args[0], count: called.parameters.length, given: operands.length };
      this.#fault(node, phrase('expressions.takes', values));
    }
    operands.forEach((operand, index) => {
      this.#operand(operand, context, called.parameters[index] ?? ['any']);
    });
    return certainly(called.result, context);
  }

  #macro(node: Node<'rcall'>, context: ExpressionContext): CheckedExpression {
    const [name, receiver, operands] = node.args;
    const macro = macros[name as keyof typeof macros];
    this.#operand(receiver, context, ['list']);
    const [variable, body] = operands;
    if (operands.length !== 2 || variable?.op !== 'id' || body === undefined) {
      this.#fault(
        node,
        phrase('expressions.takesVariable', { name, example: `${wordsOf(receiver)}.${name}(x, …)` }),
      );
      return certainly(macro.result, context);
    }
    const { records, values, unavailable } = this.#environment;
    const taken = [records, values, unavailable, reservedNames, context.locals];
    if (taken.some((names) => names.has(variable.args))) {
      this.#fault(variable, phrase('expressions.variableTaken', { name: variable.args }));
    }
    const locals = new Set([...context.locals, variable.args]);
    if (locals.size > maxMacroDepth) {
      this.#fault(node, phrase('expressions.nestedLists', { max: maxMacroDepth }));
    }
    if (macro.body === 'boolean') this.#condition(body, { ...context, locals });
    else this.#element(body, { ...context, locals });
    return certainly(macro.result, context);
  }

  /** A part that is used: its kind has to be one of these and it must not be null. */
  #operand(node: SyntaxNode, context: ExpressionContext, kinds: readonly Kind[]): CheckedExpression {
    const checked = this.#element(node, context);
    if (checked.kind === 'null') this.#fault(node, phrase('expressions.isNull', expectedKinds(kinds)));
    else if (!fits(checked.kind, kinds)) {
      this.#fault(
        node,
        phrase('expressions.isKind', {
          part: wordsOf(node),
          kind: checked.kind,
          ...expectedKinds(kinds),
        }),
      );
    } else this.#needValue(node, checked);
    return fits(checked.kind, kinds) ? checked : { ...checked, kind: kinds.length === 1 ? kinds[0]! : 'any' };
  }

  /** A part whose null is passed on or compared; a name with fields is no value. */
  #element(node: SyntaxNode, context: ExpressionContext): CheckedExpression {
    const checked = this.#check(node, context);
    if (!checked.record || node.op !== 'id') return checked;
    const fields = this.#environment.records.get(node.args) ?? new Map();
    this.#fault(node, phrase('expressions.noValue', { name: node.args, known: fieldNames({ fields }) }));
    return anything(context);
  }

  #needValue(node: SyntaxNode, checked: CheckedExpression): void {
    if (!checked.nullable) return;
    const words = wordsOf(node);
    if (this.#complained.has(words)) return;
    this.#complained.add(words);
    const subject = pathOf(node) ?? `(${words})`;
    this.#fault(node, phrase('expressions.needsGuard', { part: words, path: subject }));
  }
}
