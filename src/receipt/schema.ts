import { RECEIPT_FIELD } from '../protocol/index.js';
import { checkFormOptions, verifyForm, type EmailVerification, type FormOptions, type FormProblem } from './form.js';

/** An issue of a {@link StandardSchema}. */
export interface SchemaIssue {
  message: string;
  path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/**
 * A schema by version 1 of the Standard Schema specification (standardschema.dev). Copies of its interface are
 * compatible with it.
 */
export interface StandardSchema<Input, Output> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    /** For the compiler only. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** The result of a {@link StandardSchema}: a value, or issues. */
export type SchemaResult<Output> =
  { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] };

type TypesOf<Schema extends StandardSchema<unknown, unknown>> = NonNullable<Schema['~standard']['types']>;

// Types, not interfaces: tRPC merges only inputs that extend Record<string, unknown>.
/* eslint-disable @typescript-eslint/consistent-type-definitions */
/** The fields that {@link receiptSchema} reads. */
export type ReceiptFields = {
  email: string;
  /** The receipt; absent, null or empty if the page could not check the address. */
  'email-verification'?: string | null | undefined;
};

/** The value that {@link receiptSchema} gives. */
export type VerifiedFields = {
  /** The normal form of the address if it is verified, else the field as sent. */
  email: string;
  emailVerification: EmailVerification;
};
/* eslint-enable @typescript-eslint/consistent-type-definitions */

const VENDOR = 'email-verify-element';

const issueOf = ({ code, detail }: FormProblem): SchemaIssue => ({
  message: detail,
  path: [code === 'email_not_verified' ? RECEIPT_FIELD : 'email'],
});

/**
 * Creates a Standard Schema of the fields `email` and `email-verification`, for libraries that take any schema: tRPC,
 * TanStack Form, Hono's standard validator. Use it on the server. Its value has the address in normal form and
 * `emailVerification`; other fields are dropped. Its issues have the path `email`, or `email-verification` if
 * `whenUnavailable` is `block` and there is no valid receipt.
 * @param options as of the middleware; the e-mail field is named `email`.
 * @param others the schema of the form's other fields. It is checked first, so that a wrong password does not use up a
 * receipt.
 * @throws TypeError for an invalid option.
 * @example
 * procedure.input(receiptSchema({ audience, jwks }, z.object({ name: z.string() })))
 */
export const receiptSchema = <Others extends StandardSchema<unknown, unknown> = StandardSchema<unknown, unknown>>(
  options: Omit<FormOptions, 'field'>,
  others?: Others,
): StandardSchema<TypesOf<Others>['input'] & ReceiptFields, TypesOf<Others>['output'] & VerifiedFields> => {
  checkFormOptions(options);
  type Value = TypesOf<Others>['output'] & VerifiedFields;
  const validate = async (value: unknown): Promise<SchemaResult<Value>> => {
    const other = others && (await others['~standard'].validate(value));
    if (other?.issues) return other;
    const check = await verifyForm(value, { ...options, field: 'email' });
    if (!check.accepted) return { issues: [issueOf(check.problem)] };
    const { emailVerification } = check;
    const fields = { email: emailVerification.email, emailVerification };
    return { value: { ...(other?.value as object | undefined), ...fields } };
  };
  return { '~standard': { version: 1, vendor: VENDOR, validate } };
};
