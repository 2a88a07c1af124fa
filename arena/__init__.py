"""The rules of Qwirkle, the referee and the sandbox: the standard library and nothing else."""
