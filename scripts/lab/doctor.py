def main(args): return 0
