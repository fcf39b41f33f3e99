import { type Admission, type Requester, Allowance, ModelPolicy } from './ports/requesters.ts';

/** Delegates by the kind of requester; both settle the same reservations. */
export class AllowanceByRequester extends Allowance {
  constructor(
    private readonly users: Allowance,
    private readonly visitors: Allowance,
  ) {
    super();
  }

  reserve(requester: Requester, model: string, kind: 'message' | 'agent' = 'message'): Promise<Admission> {
    return (requester.kind === 'user' ? this.users : this.visitors).reserve(requester, model, kind);
  }

  settle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void> {
    return this.users.settle(reservationId, outcome);
  }

  resettle(reservationId: string, outcome: 'charged' | 'refunded'): Promise<void> {
    return this.users.resettle(reservationId, outcome);
  }
}

/** Delegates by the kind of requester. */
export class ModelPolicyByRequester extends ModelPolicy {
  constructor(
    private readonly users: ModelPolicy,
    private readonly visitors: ModelPolicy,
  ) {
    super();
  }

  defaults(requester: Requester) {
    return (requester.kind === 'user' ? this.users : this.visitors).defaults(requester);
  }

  choose(requester: Requester, requested: string | undefined) {
    return (requester.kind === 'user' ? this.users : this.visitors).choose(requester, requested);
  }
}
